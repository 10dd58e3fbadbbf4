import { expect, test } from "vitest";
import { isPageSearch, pagesLike } from "./page-search.ts";

test.each([
  ["return", "/returns"],
  ["Returns", "/returns"],
  ["how do I return a gown", "/returns"],
  ["refunds", "/returns"],
  ["exchange", "/returns"],
  ["delivery", "/shipping"],
  ["shiping", "/shipping"],
  ["customs duties", "/shipping"],
  ["where is my order", "/order-lookup"],
  ["size guide", "/measurement"],
  ["measurements", "/measurement"],
  ["made to measure", "/made-to-measure"],
  ["bespoke", "/made-to-measure"],
  ["opening hours", "/contact"],
  ["phone number", "/contact"],
  ["faq", "/faq"],
  ["privacy", "/privacy"],
  ["donate", "/new-dawn"],
  ["password", "/profile"],
  ["gift", "/collections/accessories"],
  ["birthday presents", "/collections/accessories"],
  ["hoodies", "/collections/lounge-wear"],
])("a search for %j finds %s first", (text, path) => {
  expect(pagesLike(text)[0]?.path).toBe(path);
});

test.each(["", "the", "gown", "linen shirt", "silk scarf", "blau", "aaaaaaaa", "mens suit navy"])(
  "a search for %j finds no page",
  (text) => {
    expect(pagesLike(text)).toEqual([]);
  },
);

test("a page answers a search when it names every word of it", () => {
  expect(isPageSearch("size guide")).toBe(true);
  expect(isPageSearch("the size guide")).toBe(true);
  expect(isPageSearch("size")).toBe(true);
  expect(isPageSearch("linen size guide")).toBe(false);
  expect(isPageSearch("linen shirt")).toBe(false);
  expect(isPageSearch("")).toBe(false);
});
