import { expect, it } from "vitest";
import { collectionsLike } from "./search-text.ts";

it("collections are suggested by the beginning of a title word", () => {
  expect(collectionsLike("even")).toEqual([
    { title: "Evening Elegance", path: "/collections/evening-elegance" },
  ]);
  expect(collectionsLike("ACCESS").map(({ title }) => title)).toEqual([
    "Men's Accessories",
    "Women's Accessories",
  ]);
});

it("a single letter, an empty text and unknown text suggest no collection", () => {
  expect(collectionsLike("e")).toEqual([]);
  expect(collectionsLike("  ")).toEqual([]);
  expect(collectionsLike("zzqx")).toEqual([]);
});
