import type { Manifest } from "../backup/manifest.ts";
import { countContents } from "../backup/manifest.ts";

const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

const counted = (count: number, one: string, more: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : more}`;

/** When a backup was made, as a person says it. */
export function describeMoment(manifest: Manifest): string {
  return `${moment.format(new Date(manifest.createdAt))} UTC`;
}

/** What a backup holds, as its owner counts it. */
export function describeContents(manifest: Manifest): string {
  const { products, orders, accounts, pictures } = countContents(manifest);
  return [
    counted(products, "product", "products"),
    counted(orders, "order", "orders"),
    counted(accounts, "account", "accounts"),
    counted(pictures, "picture", "pictures"),
  ].join(", ");
}

/** A file's size in megabytes. */
export function describeSize(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
