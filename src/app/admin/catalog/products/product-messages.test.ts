import { expect, test } from "vitest";
import {
  deleteQuestion,
  productRefusal,
  productsChangedMessage,
  productsDeletedMessage,
} from "./product-messages.ts";

// Specification 2.146
test("deleting asks and reports with the specification's messages", () => {
  expect(deleteQuestion(1)).toBe(
    "This action cannot be undone. This will permanently delete the product from your database.",
  );
  expect(productsDeletedMessage(1)).toBe("Product deleted successfully");
});

test("many are counted", () => {
  expect(deleteQuestion(12)).toContain("permanently delete 12 products from");
  expect(productsDeletedMessage(12)).toBe("12 products deleted successfully");
});

test.each([
  [1, { inStock: true }, "1 product is in stock"],
  [3, { inStock: false }, "3 products are out of stock"],
  [2, { featured: true }, "2 products are featured"],
  [2, { featured: false }, "2 products are not featured any more"],
  [50, { categoryId: null }, "50 products are in another category"],
])("%i changed by %j: %s", (count, change, text) => {
  expect(productsChangedMessage(count, change)).toBe(text);
});

test("a refusal without its own words is reported too", () => {
  expect(productRefusal("duplicate-product", "teapot").notice.description).toBe(
    "Something went wrong. Please try again.",
  );
});
