import fc from "fast-check";
import { expect, it } from "vitest";
import { money } from "#core/money-amount.ts";
import { SIZE_CHART } from "#features/body/size-advice/size-chart.ts";
import type { ProductVariant } from "./product.ts";
import {
  availableOf,
  CHART_SIZES,
  DEFAULT_SIZES,
  imagesOfColor,
  isAvailable,
  isShownStockChanged,
  isSizedByChart,
  MANY_IN_STOCK,
  MAX_SHOWN_STOCK,
  priceOf,
  withStockCounts,
} from "./product.ts";

const product = (variants: readonly ProductVariant[], inStock = true) => ({ inStock, variants });
const navy = "#1F2A3C";

// Specification 4.31, 9.20
it("can be bought when the size and color is in stock or made to order", () => {
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

it("can be bought as Custom without its own variant, unless a variant says otherwise", () => {
  expect(isAvailable(product([]), "Custom", navy)).toBe(true);
  expect(isAvailable(product([{ size: "Custom", color: "", stockCount: 0 }]), "Custom", null)).toBe(
    false,
  );
});

it("cannot be bought when it is out of stock", () => {
  expect(isAvailable(product([{ size: "M", color: "", stockCount: 9 }], false), "M", null)).toBe(
    false,
  );
  expect(isAvailable(product([], false), "Custom", null)).toBe(false);
});

it("has as many as are counted of a size and color, and no limit when made to order or plenty", () => {
  const suit = product([
    { size: "M", color: navy, stockCount: 2 },
    { size: "L", color: navy, stockCount: 0 },
    { size: "XL", color: navy, stockCount: null },
    { size: "S", color: navy, stockCount: 100 },
  ]);
  const of = (size: string) => availableOf(suit, size, navy);
  expect([of("M"), of("L"), of("XL"), of("S"), of("Custom")]).toEqual([2, 0, null, null, null]);
});

it("has the requested counts instead of those of the stored page, and stays made to order", () => {
  const suit = product([
    { size: "M", color: navy, stockCount: MANY_IN_STOCK },
    { size: "L", color: navy, stockCount: 1 },
    { size: "XL", color: navy, stockCount: null },
    { size: "S", color: navy, stockCount: 2 },
  ]);
  const counts = { [`M|${navy}`]: 12, [`L|${navy}`]: 0, [`XL|${navy}`]: 4 };
  const counted = withStockCounts(suit, counts);
  expect(counted.variants.map(({ stockCount }) => stockCount)).toEqual([12, 0, null, 2]);
  expect(availableOf(counted, "M", navy)).toBe(12);
  expect(isAvailable(counted, "L", navy)).toBe(false);
  expect(withStockCounts(suit, null)).toBe(suit);
});

it("has another stock on its pages exactly when a count that they show changes", () => {
  const shown = (count: number) => Math.min(count, MAX_SHOWN_STOCK + 1);
  fc.assert(
    fc.property(fc.nat({ max: 10 }), fc.nat({ max: 10 }), (before, after) => {
      expect(isShownStockChanged(before, after)).toBe(shown(before) !== shown(after));
    }),
  );
});

const item = { garmentType: "dress", categoryName: "Evening Elegance", sizes: ["S", "M"] };

it("is sized by the chart when it is worn on the body in at least one of the chart's sizes", () => {
  expect(isSizedByChart(item)).toBe(true);
  expect(isSizedByChart({ ...item, sizes: ["XL", "XXL", "Custom"] })).toBe(true);
  expect(isSizedByChart({ ...item, garmentType: "other" })).toBe(true);
});

it("is sized by the chart when it has no sizes, because it is then sold in the chart's", () => {
  expect(isSizedByChart({ ...item, sizes: [] })).toBe(true);
  expect(SIZE_CHART.inches.map((row) => row.size)).toEqual(CHART_SIZES);
  expect(CHART_SIZES).toEqual([...DEFAULT_SIZES, "XXL"]);
});

it("is not sized by the chart when it is an accessory, in any size and category", () => {
  expect(isSizedByChart({ ...item, garmentType: "accessory" })).toBe(false);
  for (const categoryName of ["Women's Accessories", "Men's accessories"]) {
    expect(isSizedByChart({ ...item, garmentType: "other", categoryName, sizes: [] })).toBe(false);
  }
});

it("is not sized by the chart in One Size, made to measure alone, or a size beyond the chart", () => {
  for (const size of ["One Size", "Custom", "3XL", "38"]) {
    expect(isSizedByChart({ ...item, sizes: [size] })).toBe(false);
  }
});

const images = [
  { id: "navy front", color: navy },
  { id: "label", color: null },
  { id: "red front", color: "#8E1F2B" },
  { id: "navy back", color: navy },
];
const idsFor = (color: string | null, of = images) => imagesOfColor(of, color).map(({ id }) => id);

it("shows the images of the chosen color first, then those of every color, and none of another", () => {
  expect(idsFor("#8E1F2B")).toEqual(["red front", "label"]);
  expect(idsFor(navy)).toEqual(["navy front", "navy back", "label"]);
});

it("shows the images of every color when the chosen one has none, and all when there are no others", () => {
  expect(idsFor("#FFFFFF")).toEqual(["label"]);
  expect(
    idsFor(
      "#FFFFFF",
      [images[0], images[2]].flatMap((each) => each ?? []),
    ),
  ).toEqual(["navy front", "red front"]);
  expect(idsFor(null)).toEqual(images.map(({ id }) => id));
});

it("costs what the chosen size and color costs, and from the lowest price before a choice", () => {
  const belt = {
    price: money(4_000),
    compareAt: money(5_000),
    sizes: ["S", "M", "Custom"],
    variants: [
      { size: "S", color: "", stockCount: 1 },
      { size: "M", color: "", stockCount: 1, priceMinor: 6_000, compareAtMinor: 5_500 },
    ],
  };
  expect(priceOf(belt, { size: "S", color: null })).toEqual({
    price: money(4_000),
    was: money(5_000),
    varies: false,
  });
  // A lower compare-at price is no reduction.
  expect(priceOf(belt, { size: "M", color: null })).toEqual({
    price: money(6_000),
    was: null,
    varies: false,
  });
  expect(priceOf(belt, { size: null, color: null })).toMatchObject({
    price: money(4_000),
    varies: true,
  });
  expect(priceOf(belt, { size: "Custom", color: null }).price).toEqual(money(4_000));
});
