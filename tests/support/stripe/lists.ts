import { StripeRefusal } from "./stripe-refusal.ts";

type Listed = { id: string; created?: number };

export type ListParams = {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number };
};

const DEFAULT_LIMIT = 10;
const LARGEST_LIMIT = 100;

function isWithin(created: number, range: ListParams["created"]): boolean {
  if (range === undefined) return true;
  if (typeof range === "number") return created === range;
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = range;
  return created > gt && created >= gte && created < lt && created <= lte;
}

function indexOf(things: readonly Listed[], id: string, param: string): number {
  const index = things.findIndex((thing) => thing.id === id);
  if (index >= 0) return index;
  throw new StripeRefusal(400, `No such object: '${id}'`, { code: "resource_missing", param });
}

/** Newest first unless `order` says otherwise; with has_more. */
export function pageOf<Thing extends Listed>(
  url: string,
  all: Iterable<Thing>,
  params: ListParams,
  order: "newest" | "as given" = "newest",
) {
  const limit = params.limit ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > LARGEST_LIMIT) {
    throw new StripeRefusal(400, `This value must be between 1 and ${LARGEST_LIMIT}.`, {
      code: "parameter_invalid_integer",
      param: "limit",
    });
  }
  const given = [...all].filter((thing) => isWithin(thing.created ?? 0, params.created));
  const things = order === "newest" ? given.reverse() : given;
  if (params.ending_before) {
    const end = indexOf(things, params.ending_before, "ending_before");
    const begin = Math.max(0, end - limit);
    return { object: "list", url, has_more: begin > 0, data: things.slice(begin, end) };
  }
  const begin = params.starting_after
    ? indexOf(things, params.starting_after, "starting_after") + 1
    : 0;
  const data = things.slice(begin, begin + limit);
  return { object: "list", url, has_more: begin + limit < things.length, data };
}
