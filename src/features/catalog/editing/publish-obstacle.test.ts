import { expect, test } from "vitest";
import type { ProductForm } from "./product-form.ts";
import { isOfferedAnew } from "./publish-obstacle.ts";

type Offered = Pick<ProductForm, "draft" | "garmentType" | "sizes">;

const product = (change: Partial<Offered> = {}): Offered => {
  return { draft: false, garmentType: "shirt", sizes: ["M", "Custom"], ...change };
};

test("a product is offered as made to measure anew when it is new, a draft or without Custom before", () => {
  expect(isOfferedAnew(null, product())).toBe(true);
  expect(isOfferedAnew(product({ draft: true }), product())).toBe(true);
  expect(isOfferedAnew(product({ sizes: ["M"] }), product())).toBe(true);
});

test("another garment type brings other options", () => {
  expect(isOfferedAnew(product({ garmentType: "suit" }), product())).toBe(true);
});

test("one that stays on sale, a draft and a product in sizes alone are not", () => {
  expect(isOfferedAnew(product(), product({ sizes: ["Custom"] }))).toBe(false);
  expect(isOfferedAnew(product(), product({ draft: true }))).toBe(false);
  expect(isOfferedAnew(null, product({ sizes: ["M"] }))).toBe(false);
});
