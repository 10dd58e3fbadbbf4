import { expect, it } from "vitest";
import { collectionsLike } from "./search-text.ts";

it("offers the collections whose title has a word that begins so", () => {
  expect(collectionsLike("even")).toEqual([
    { title: "Evening Elegance", path: "/collections/evening-elegance" },
  ]);
  expect(collectionsLike("ACCESS").map(({ title }) => title)).toEqual([
    "Men's Accessories",
    "Women's Accessories",
  ]);
});

it("offers none for a letter, for nothing and for what no title has", () => {
  expect(collectionsLike("e")).toEqual([]);
  expect(collectionsLike("  ")).toEqual([]);
  expect(collectionsLike("zzqx")).toEqual([]);
});
