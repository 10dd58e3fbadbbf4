import { expect, it } from "vitest";
import { SIZE_CHART } from "#features/measurement/size-chart.ts";
import type { ProductVariant } from "./product.ts";
import { DEFAULT_SIZES, isAvailable, isSizedByChart } from "./product.ts";

const product = (variants: readonly ProductVariant[], inStock = true) => ({ inStock, variants });
const navy = "#1F2A3C";

// Specification 4.31, 9.20
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

const piece = { garmentType: "dress", categoryName: "Evening Elegance", sizes: ["S", "M"] };

it("is sized by the chart when it is worn on the body in at least one of the chart's sizes", () => {
  expect(isSizedByChart(piece)).toBe(true);
  expect(isSizedByChart({ ...piece, sizes: ["XL", "XXL", "Custom"] })).toBe(true);
  expect(isSizedByChart({ ...piece, garmentType: "other" })).toBe(true);
});

it("is sized by the chart without sizes of its own, because it is then offered in the chart's", () => {
  expect(isSizedByChart({ ...piece, sizes: [] })).toBe(true);
  expect(SIZE_CHART.inches.map((row) => row.size)).toEqual(DEFAULT_SIZES);
});

it("is not sized by the chart as an accessory, whatever its sizes and however it is filed", () => {
  expect(isSizedByChart({ ...piece, garmentType: "accessory" })).toBe(false);
  for (const categoryName of ["Women's Accessories", "Men's accessories"]) {
    expect(isSizedByChart({ ...piece, garmentType: "other", categoryName, sizes: [] })).toBe(false);
  }
});

it("is not sized by the chart in One Size, made to measure alone, or a size beyond the chart", () => {
  for (const size of ["One Size", "Custom", "XXL", "38"]) {
    expect(isSizedByChart({ ...piece, sizes: [size] })).toBe(false);
  }
});
