import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unreadableFilters } from "#core/unreadable-filters.ts";
import { ORDER_STATUSES } from "../order.ts";
import {
  EVERY_ORDER,
  isNarrowed,
  ORDER_FILTERS,
  orderFilterQuery,
  readOrderFilter,
  SORTS,
  WAYS,
} from "./order-filter.ts";

const read = (query: string) => readOrderFilter(new URLSearchParams(query));

describe("the URL of the order list", () => {
  test("has everything that the list shows", () => {
    const query =
      "?status=completed&q=rosa%40example.com&from=2026-11-01&to=2026-11-20&custom=1&way=to_ship&returns=open&attention=1&min=50&max=99.50&sort=oldest";
    const filter = read(`${query}&page=3`);
    expect(filter).toEqual({
      status: "completed",
      search: "rosa@example.com",
      from: "2026-11-01",
      to: "2026-11-20",
      madeToMeasure: true,
      way: "to_ship",
      returns: true,
      attention: true,
      least: "50",
      most: "99.50",
      sort: "oldest",
      page: 3,
    });
    expect(orderFilterQuery(filter)).toBe(query);
    expect(isNarrowed(filter)).toBe(true);
  });

  test("reads amounts with a dollar sign, and ignores what is no amount", () => {
    expect(read("min=%24+12&max=%2412.50")).toMatchObject({ least: "12", most: "12.50" });
    expect(read("min=1%2C250.00&max=%241%2C250")).toMatchObject({ least: "1250.00", most: "1250" });
    expect(read("min=US%245&max=1%2C20")).toMatchObject({ least: "", most: "" });
  });

  test("names the filters that cannot be read", () => {
    const named = (query: string) => unreadableFilters(new URLSearchParams(query), ORDER_FILTERS);
    expect(named("min=US%245&max=1%2C20&from=yesterday&to=2026-02-31")).toEqual([
      "From",
      "To",
      "Total from",
      "Total to",
    ]);
    expect(named("status=lost&way=home&sort=best&returns=1")).toEqual([
      "Status",
      "Shipping",
      "Returns",
      "Sort",
    ]);
    expect(named("min=1%2C250.00&max=&from=2026-11-01&to=")).toEqual([]);
    expect(named("")).toEqual([]);
  });

  test("shows everything if it is empty or meaningless", () => {
    const nonsense =
      "status=lost&from=2026-02-31&to=yesterday&custom=maybe&way=home&returns=1&attention=yes&min=-1&max=lots&sort=best&page=-1&page=2e9";
    expect(read(nonsense)).toEqual(EVERY_ORDER);
    expect(orderFilterQuery(EVERY_ORDER)).toBe("");
    expect(isNarrowed(EVERY_ORDER)).toBe(false);
    expect(isNarrowed(read("status=pending&sort=oldest"))).toBe(false);
  });

  test("gives the same list when it is written and read again", () => {
    const filters = fc.record({
      status: fc.constantFrom(null, ...ORDER_STATUSES),
      search: fc.string({ maxLength: 40 }).map((text) => text.replaceAll("\0", "").trim()),
      from: fc.constantFrom("", "2026-11-01"),
      to: fc.constantFrom("", "2026-11-30"),
      madeToMeasure: fc.boolean(),
      way: fc.constantFrom(null, ...WAYS),
      returns: fc.boolean(),
      attention: fc.boolean(),
      least: fc.constantFrom("", "10", "10.5"),
      most: fc.constantFrom("", "250.00"),
      sort: fc.constantFrom(...SORTS),
      page: fc.constant(1),
    });
    fc.assert(
      fc.property(filters, (filter) => {
        expect(read(orderFilterQuery(filter))).toEqual(filter);
      }),
    );
  });
});
