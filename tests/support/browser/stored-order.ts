import type { Locator } from "@playwright/test";
import { expect } from "@playwright/test";
import { asc, desc, eq } from "drizzle-orm";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { paymentMovements, refunds } from "#db/schema/payments.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import type { Shop } from "../shop/shop.ts";

/** Minor units as the shop writes them; worded here, so that no code of the shop decides what is expected. */
export const dollars = (minor: number): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(minor / 100);

const dayOf = (day: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...parts }).format(new Date(day));

/** "14 December 2026 to 6 January 2027", "8 to 18 December 2026". */
function daysBetween(from: string, until: string): string {
  const last = dayOf(until, { day: "numeric", month: "long", year: "numeric" });
  const isSameYear = from.slice(0, 4) === until.slice(0, 4);
  const isSameMonth = from.slice(0, 7) === until.slice(0, 7);
  const first = dayOf(from, {
    day: "numeric",
    ...(isSameMonth ? {} : { month: "long" }),
    ...(isSameYear ? {} : { year: "numeric" }),
  });
  return `${first} to ${last}`;
}

type StoredLine = {
  id: string;
  /** With its wearer. */
  name: string;
  price: string;
  /** What is said of it wherever it stands: size, color or cloth, each choice, fit and monogram. */
  facts: readonly string[];
};

/** The newest order of an email as the database holds it, in words. */
export async function storedOrder(shop: Shop, email: string) {
  return shop.inDatabase(async (db) => {
    const [order] = await db
      .select()
      .from(orders)
      .where(eq(orders.customerEmail, email))
      .orderBy(desc(orders.createdAt))
      .limit(1);
    if (!order) throw new Error(`Nothing was ordered by ${email}`);
    const items = await db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, order.id))
      .orderBy(asc(orderItems.position));
    const lines = items.map((item): StoredLine => {
      const { colorName, fitName, id, monogram, options, productName, size, wearer } = item;
      return {
        id,
        name: wearer === "" ? productName : `${productName} for ${wearer}`,
        price: dollars(item.unitPriceMinor),
        facts: [
          size,
          colorName,
          ...options.map(({ choice, group }) => `${group}: ${choice}`),
          fitName && `Fit: ${fitName}`,
          monogram && `Monogram: ${monogram}`,
        ].filter(Boolean),
      };
    });
    const { arrivesFrom, arrivesUntil, id } = order;
    return {
      row: order,
      id,
      number: id.slice(0, 8),
      lines,
      total: dollars(order.totalMinor),
      arrival: arrivesFrom && arrivesUntil ? daysBetween(arrivesFrom, arrivesUntil) : "",
    };
  });
}

export type StoredOrder = Awaited<ReturnType<typeof storedOrder>>;

/** Each garment of an order with the line that it belongs to, in the order of the lines. */
export async function storedGarments(shop: Shop, order: Pick<StoredOrder, "lines">) {
  return shop.inDatabase(async (db) => {
    const found = await Promise.all(
      order.lines.map(({ id }) => db.select().from(garments).where(eq(garments.orderItemId, id))),
    );
    return found.flat();
  });
}

/** The numbers of a line's newest contract as the order says them in centimetres, by measurement. */
export async function contractNumbers(shop: Shop, orderItemId: string) {
  const contract = await shop.inDatabase((db) =>
    openNewestContract({ db, measurementBox: shop.measurementBox }, orderItemId),
  );
  if (!contract?.specification) throw new Error("The contract cannot be read");
  const entries = Object.entries(contract.specification.measurements);
  return {
    version: contract.version,
    cm: Object.fromEntries(entries.map(([name, { value }]) => [name, `${value / 10} cm`])),
  };
}

/** What has moved of an order's money, in the order in which it did, and its refunds. */
export async function storedMoney(shop: Shop, orderId: string) {
  return shop.inDatabase(async (db) => ({
    movements: await db
      .select({ kind: paymentMovements.kind, amountMinor: paymentMovements.amountMinor })
      .from(paymentMovements)
      .where(eq(paymentMovements.orderId, orderId))
      .orderBy(asc(paymentMovements.createdAt)),
    refunds: await db
      .select({ amountMinor: refunds.amountMinor, status: refunds.status })
      .from(refunds)
      .where(eq(refunds.orderId, orderId))
      .orderBy(asc(refunds.createdAt)),
  }));
}

/** Pages set in columns and lists what mails write with colons and points. */
const plain = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/[\s:·,]/g, "")
    .toLowerCase();

/** What a text leaves out. */
export const missingIn = (text: string, facts: readonly string[]): string[] => {
  const said = plain(text);
  return facts.filter((fact) => !said.includes(plain(fact)));
};

/** Waits until a place says each of the facts, and names those that it leaves out. */
export async function expectSays(within: Locator, facts: readonly string[]): Promise<void> {
  await expect.poll(async () => missingIn(await within.innerText(), facts)).toEqual([]);
}

/** Everything that is said of the lines of an order wherever they are listed with their prices. */
export const lineFactsOf = (lines: readonly StoredLine[]): string[] =>
  lines.flatMap(({ facts, name, price }) => [name, price, ...facts]);
