import fc from "fast-check";
import { expect, it } from "vitest";
import { unreadableFilters } from "#core/unreadable-filters.ts";
import {
  bySize,
  changedQuery,
  chipsOf,
  chosenCount,
  FACET_PARAMETERS,
  isPlainView,
  LISTING_FILTERS,
  listingParameters,
  PRICE_BANDS,
  parseListingView,
} from "./listing-view.ts";

const read = (query: string) => parseListingView(new URLSearchParams(query));

it("a view reads its URL and ignores unknown parameters", () => {
  expect(
    read("?size=XL&size=M&size=M&color=blue&color=plaid&price=100-250&price=free&sort=name"),
  ).toEqual({
    sort: "name",
    categories: [],
    sizes: ["M", "XL"],
    colors: ["blue"],
    prices: ["100-250"],
  });
  expect(isPlainView(read("?sort=bogus&color=plaid&size=%00&utm_source=x"))).toBe(true);
  expect(isPlainView(read("?sort=price-up"))).toBe(false);
});

it("a category is read as it is filed, in any case and accent", () => {
  expect(read("?category=%C3%89t%C3%A9&category=ete&category=stra%C3%9Fe").categories).toEqual([
    "ete",
    "strasse",
  ]);
});

it("filters that mean nothing are named", () => {
  const named = (query: string) => unreadableFilters(new URLSearchParams(query), LISTING_FILTERS);
  expect(named("?size=%00&color=plaid&price=free&sort=bogus&gender=x&filter=hats")).toEqual([
    "Size",
    "Color",
    "Price",
    "Gender",
    "Garment",
    "Sort",
  ]);
  expect(
    named(
      "?q=x&category=%E6%9C%8D&size=M&color=blue&price=100-250&sort=name&gender=male&filter=suits",
    ),
  ).toEqual([]);
});

it("any URL is read as a view with at most twelve values per facet", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...Object.values(FACET_PARAMETERS), "sort"), fc.string())),
      (pairs) => {
        const view = parseListingView(new URLSearchParams(pairs));
        expect(chosenCount(view)).toBeLessThanOrEqual(48);
        expect(chipsOf(view)).toHaveLength(chosenCount(view));
      },
    ),
  );
});

it("every price is in exactly one band", () => {
  fc.assert(
    fc.property(fc.nat(), (minor) => {
      const bands = PRICE_BANDS.filter(
        ({ fromMinor, belowMinor }) =>
          minor >= fromMinor && (belowMinor === null || minor < belowMinor),
      );
      expect(bands).toHaveLength(1);
    }),
  );
});

it("sizes are ordered from small to large", () => {
  expect(["Custom", "XL", "One Size", "S", "42", "XS", "40"].sort(bySize)).toEqual([
    "XS",
    "S",
    "XL",
    "40",
    "42",
    "One Size",
    "Custom",
  ]);
});

it("the chosen filters have labels", () => {
  const view = read("?category=womens-accessories&size=M&color=cream&price=over-1000");
  expect(chipsOf(view).map(({ label }) => label)).toEqual([
    "Women's Accessories",
    "Size M",
    "Ivory and cream",
    "$1,000 and over",
  ]);
});

it("a view's URL has a fixed order and no page or foreign parameters", () => {
  const query = changedQuery("?utm_source=mail&size=M&page=3&gender=male", {
    size: ["M", "L"],
    sort: "name",
  });
  expect(query).toBe("?gender=male&size=M&size=L&sort=name");
  expect(changedQuery("?size=M", { size: null })).toBe("");
  expect(listingParameters("?size=M&q=silk&fbclid=1").toString()).toBe("q=silk&size=M");
});
