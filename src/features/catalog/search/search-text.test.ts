import fc from "fast-check";
import { expect, it } from "vitest";
import { MAX_SEARCH_LENGTH, searchTerms, shownSearch, slipsBetween } from "./search-text.ts";

it("search terms are lower case without accents, apostrophes and signs", () => {
  expect(searchTerms("  Women's DÉCOR-shirt, 2nd; “linen” ")).toEqual([
    "womens",
    "decor",
    "shirt",
    "2nd",
    "linen",
  ]);
  expect(searchTerms("👗 ' OR 1=1 --")).toEqual(["or", "1", "1"]);
  expect(searchTerms("مرحبا")).toEqual(["مرحبا"]);
});

it("any text becomes at most eight short terms with a letter or digit and without a sign of ASCII", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      const terms = searchTerms(text);
      expect(terms.length).toBeLessThanOrEqual(8);
      for (const term of terms) {
        expect(term).toMatch(/^[^\s!-/:-@[-`{-~]{1,40}$/u);
        expect(term).toMatch(/[\p{L}\p{N}]/u);
      }
    }),
  );
});

it("any search is displayed as one line of at most 80 characters without control characters", () => {
  fc.assert(
    fc.property(fc.option(fc.string({ unit: "binary", maxLength: 400 })), (text) => {
      const shown = shownSearch(text);
      expect([...shown].length).toBeLessThanOrEqual(MAX_SEARCH_LENGTH);
      expect(shown).not.toMatch(/[^\P{C}\u200c\u200d]/u);
      expect(shownSearch(shown)).toBe(shown);
    }),
  );
  expect(shownSearch(" linen\u0000\n shirt ")).toBe("linen shirt");
  expect(shownSearch(null)).toBe("");
  expect(shownSearch("\u200Bگنجی\u200Cزاده\u202C")).toBe("گنجی\u200Cزاده");
  expect(shownSearch("lin\u00ADen\u200C shirt")).toBe("linen shirt");
});

it("a missing, added, wrong or swapped letter counts as one typing error", () => {
  expect(slipsBetween("linen", "linen")).toBe(0);
  expect(slipsBetween("linnen", "linen")).toBe(1);
  expect(slipsBetween("linn", "linen")).toBe(1);
  expect(slipsBetween("lynen", "linen")).toBe(1);
  expect(slipsBetween("shrit", "shirt")).toBe(1);
  expect(slipsBetween("", "gown")).toBe(4);
});

it("the number of typing errors is symmetric and at most the length of the longer term", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      const slips = slipsBetween(a, b);
      expect(slips).toBe(slipsBetween(b, a));
      expect(slips).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(slips === 0).toBe(a === b);
    }),
  );
});
