import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine, tooLongMessage } from "#core/submitted-text.ts";
import type { OrderFilter } from "./order-filter.ts";
import { EVERY_ORDER, orderFilterQuery, readOrderFilter } from "./order-filter.ts";

/** The order follows a working day. */
export const BUILT_IN_VIEWS = [
  { key: "to_ship", name: "To ship", filter: { ...EVERY_ORDER, way: "to_ship", sort: "oldest" } },
  { key: "returns", name: "Returns", filter: { ...EVERY_ORDER, returns: true } },
  { key: "attention", name: "Needs attention", filter: { ...EVERY_ORDER, attention: true } },
] as const satisfies readonly { key: string; name: string; filter: OrderFilter }[];

export type BuiltInView = (typeof BUILT_IN_VIEWS)[number]["key"];

export const MAX_ORDER_VIEWS = 20;
const MAX_NAME_LENGTH = 40;

/** A submitted name, tidied, or its error. */
export function readViewName(raw: string): Result<string, string> {
  const name = tidyLine(raw);
  if (name === "") return fail("Name is required");
  if (name.length > MAX_NAME_LENGTH)
    return fail(tooLongMessage("Name", MAX_NAME_LENGTH, name.length));
  const inUse = ["all orders", ...BUILT_IN_VIEWS.map((view) => view.name.toLowerCase())];
  return inUse.includes(name.toLowerCase()) ? fail("This name is already used") : ok(name);
}

/** Filters and sorting without the page. */
export function viewQuery(search: string): string {
  return orderFilterQuery(readOrderFilter(new URLSearchParams(search))).slice(1);
}
