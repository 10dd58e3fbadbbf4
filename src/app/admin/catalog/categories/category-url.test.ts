import { expect, test } from "vitest";
import { categoryKey, categoryQuery, openCategory } from "#app/components/admin/category-url.ts";
import { orderedCategories } from "#features/catalog/categories/admin-category.ts";

const own = {
  id: "0198f000-0000-7000-8000-000000000001",
  version: 1,
  name: "Kaftans",
  description: "",
  isSystem: false,
  productCount: 0,
};
const categories = orderedCategories([own]);

test("every category's own address opens it, those missing in the database too", () => {
  expect(categories).toHaveLength(7);
  for (const category of categories) {
    const params = new URLSearchParams(categoryQuery(categoryKey(category)));
    expect(openCategory(categories, params)).toBe(category);
  }
});

test.each(["", "category=", "category=gone"])(
  // Specification 2.138
  "the first is open where the address names none that is there (%s)",
  (query) => {
    expect(openCategory(categories, new URLSearchParams(query))?.name).toBe("Business Attire");
  },
);

test("without any category none is open", () => {
  expect(openCategory([], new URLSearchParams())).toBeNull();
});
