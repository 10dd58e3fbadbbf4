import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { customerPath, phoneDigits, readCustomerFilter } from "./customer-filter.ts";

describe("the URL of the customer list", () => {
  it.each(["", "sort=age&page=0", "page=-1", "q=%00", "sort="])(
    "with %j shows everyone, newest first",
    (query) => {
      expect(readCustomerFilter(new URLSearchParams(query))).toEqual({
        search: "",
        sort: "newest",
        page: 1,
      });
    },
  );

  it("contains search, order and page", () => {
    const query = new URLSearchParams("q=+Asha&sort=spent&page=3");
    expect(readCustomerFilter(query)).toEqual({ search: "Asha", sort: "spent", page: 3 });
  });
});

it("any email leads to its own page and back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (email) => {
      const { pathname, searchParams } = new URL(customerPath(email), "https://shop.example");
      expect(pathname).toBe("/admin/customers/person");
      expect(searchParams.get("email")).toBe(email.toLowerCase().toWellFormed());
    }),
  );
});

it.each([
  ["+592 555-0100", "5925550100"],
  ["(592) 555.0100", "5925550100"],
  ["592", null],
  ["Asha 5550100", null],
  ["asha@example.com", null],
])("identifies a phone number by its digits: %j is %j", (raw, digits) => {
  expect(phoneDigits(raw)).toBe(digits);
});
