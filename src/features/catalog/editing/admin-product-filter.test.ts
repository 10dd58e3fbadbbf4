import fc from "fast-check";
import { expect, test } from "vitest";
import { GENDERS } from "#features/catalog/products/product.ts";
import { shownSearch } from "#features/catalog/search/search-text.ts";
import type { AdminProductFilter } from "./admin-product-filter.ts";
import {
  ADMIN_PRODUCT_SORTS,
  adminProductParams,
  NO_CATEGORY,
  readAdminProductFilter,
} from "./admin-product-filter.ts";

const everything: AdminProductFilter = {
  search: "",
  categoryId: null,
  gender: null,
  sort: "newest",
  page: 1,
};

const filters: fc.Arbitrary<AdminProductFilter> = fc.record({
  search: fc.string().map(shownSearch),
  categoryId: fc.option(fc.oneof(fc.uuid(), fc.constant(NO_CATEGORY))),
  gender: fc.option(fc.constantFrom(...GENDERS)),
  sort: fc.constantFrom(...ADMIN_PRODUCT_SORTS),
  page: fc.constant(1),
});

test("a filter written to a URL is read back unchanged", () => {
  fc.assert(
    fc.property(filters, (filter) => {
      expect(readAdminProductFilter(adminProductParams(filter))).toEqual(filter);
    }),
  );
});

test("the list without a filter needs no parameter", () => {
  expect(adminProductParams(everything).size).toBe(0);
});

test.each([
  "category=shirts&gender=all&sort=stock&page=0",
  "category=' or 1=1&gender=FEMALE&sort=Name&page=-1",
  "category=&gender=&sort=&page=1e3",
])("an invalid parameter (%s) is ignored", (query) => {
  expect(readAdminProductFilter(new URLSearchParams(query))).toEqual(everything);
});
