import fc from "fast-check";
import { expect, test } from "vitest";
import { SYSTEM_CATEGORIES } from "#features/catalog/products/system-categories.ts";
import type { StoredCategory } from "./admin-category.ts";
import { orderedCategories } from "./admin-category.ts";

const row = (name: string, changes: Partial<StoredCategory> = {}): StoredCategory => ({
  id: `id of ${name}`,
  version: 1,
  name,
  description: `about ${name}`,
  isSystem: false,
  productCount: 3,
  ...changes,
});
const names = SYSTEM_CATEGORIES.map(({ name }) => name);

// Specification 3.8
test("system categories missing in the database are shown from their defaults, with their icons", () => {
  const shown = orderedCategories([]);
  expect(shown.map(({ name }) => name)).toEqual(names);
  expect(shown[0]).toEqual({
    id: null,
    version: null,
    name: "Business Attire",
    description: "Professional wardrobe essentials",
    icon: "Briefcase",
    isSystem: true,
    productCount: 0,
  });
});

// Specification 3.7
test("a row belongs to a system category by its name in any case, and has its description", () => {
  const [, evening] = orderedCategories([row("EVENING elegance")]);
  expect(evening).toMatchObject({
    id: "id of EVENING elegance",
    description: "about EVENING elegance",
    isSystem: true,
    icon: "Shirt",
  });
});

// Specification 3.11, 7.32
test("the owner's categories follow the system ones in order, each exactly once", () => {
  const own = fc.uniqueArray(fc.stringMatching(/^[a-z]{4,9}$/));
  fc.assert(
    fc.property(own, fc.subarray(names), (mine, present) => {
      const shown = orderedCategories([...mine, ...present].map((name) => row(name)));
      expect(shown.map(({ name }) => name)).toEqual([...names, ...mine]);
    }),
  );
});
