import { expect, it } from "vitest";
import type { ProductVariant } from "./product.ts";
import { isAvailable } from "./product.ts";

const product = (variants: readonly ProductVariant[], inStock = true) => ({ inStock, variants });
const navy = "#1F2A3C";

it("can be bought when some of the size and colour is left, or it is made to order", () => {
  const suit = product([
    { size: "M", color: navy, stockCount: 2 },
    { size: "L", color: navy, stockCount: 0 },
    { size: "XL", color: navy, stockCount: null },
  ]);
  expect(isAvailable(suit, "M", navy)).toBe(true);
  expect(isAvailable(suit, "L", navy)).toBe(false);
  expect(isAvailable(suit, "XL", navy)).toBe(true);
  expect(isAvailable(suit, "M", "#FFFFFF")).toBe(false);
  expect(isAvailable(suit, "M", null)).toBe(true);
  expect(isAvailable(suit, "S", null)).toBe(false);
});

it("can be bought as Custom without a combination of its own, unless one says otherwise", () => {
  expect(isAvailable(product([]), "Custom", navy)).toBe(true);
  expect(isAvailable(product([{ size: "Custom", color: "", stockCount: 0 }]), "Custom", null)).toBe(
    false,
  );
});

it("cannot be bought at all when it is marked out of stock", () => {
  expect(isAvailable(product([{ size: "M", color: "", stockCount: 9 }], false), "M", null)).toBe(
    false,
  );
  expect(isAvailable(product([], false), "Custom", null)).toBe(false);
});
