import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { ProductSummary } from "#features/catalog/products/product.ts";
import {
  firstChoice,
  isSoldOut,
  requestedChoice,
  sizeOptions,
  stockMessage,
  withColor,
} from "./purchase-choice.ts";

const navy = { hex: "#1F2A3C", name: "Navy" };
const brown = { hex: "#6B4A2B", name: "Brown" };

function blazer(changes: Partial<ProductSummary> = {}): ProductSummary {
  return {
    id: "p",
    slug: "blazer",
    name: "Blazer",
    price: money(74_900),
    gender: "male",
    garmentType: "jacket",
    categoryName: "Business Attire",
    inStock: true,
    images: [],
    sizes: ["S", "M", "Custom"],
    colors: [navy, brown],
    variants: [
      { size: "S", color: navy.hex, stockCount: 0 },
      { size: "M", color: navy.hex, stockCount: 3 },
      { size: "Custom", color: navy.hex, stockCount: null },
      { size: "S", color: brown.hex, stockCount: 1 },
      { size: "M", color: brown.hex, stockCount: 0 },
      { size: "Custom", color: brown.hex, stockCount: null },
    ],
    ...changes,
  };
}

const withSize = (product: ProductSummary, size: string | null) =>
  requestedChoice(product, { size, color: null });

const soldOutSizes = (product: ProductSummary, color = product.colors[0] ?? null) =>
  sizeOptions(product, color)
    .filter((option) => option.soldOut)
    .map((option) => option.size);

describe("choosing on the product page", () => {
  test("a size sold out in one colour can still be chosen in the other", () => {
    expect(soldOutSizes(blazer(), navy)).toEqual(["S"]);
    expect(soldOutSizes(blazer(), brown)).toEqual(["M"]);
  });

  test("a product taken off sale has every size sold out", () => {
    expect(soldOutSizes(blazer({ inStock: false }))).toEqual(["S", "M", "Custom"]);
    expect(isSoldOut(blazer({ inStock: false }))).toBe(true);
    expect(isSoldOut(blazer())).toBe(false);
  });

  test("a product sold out in every size and colour is sold out", () => {
    const variants = blazer().variants.map((variant) => ({ ...variant, stockCount: 0 }));
    expect(isSoldOut(blazer({ variants }))).toBe(true);
    expect(soldOutSizes(blazer({ variants }), brown)).toEqual(["S", "M", "Custom"]);
  });

  // Specification 9.8
  test("a product without sizes offers the defaults of the specification", () => {
    const product = blazer({ sizes: [] });
    expect(sizeOptions(product, navy).map((option) => option.size)).toEqual([
      "XS",
      "S",
      "M",
      "L",
      "XL",
    ]);
  });

  test("starts with the first colour that can be bought and no size", () => {
    expect(firstChoice(blazer())).toEqual({ color: navy, size: null });
    const navyGone = blazer().variants.filter((variant) => variant.color === brown.hex);
    expect(firstChoice(blazer({ variants: navyGone })).color).toEqual(brown);
    expect(firstChoice(blazer({ colors: [] })).color).toBeNull();
  });

  test("chooses the size of a one-size piece by itself, unless it is sold out", () => {
    const scarf = (stockCount: number) =>
      blazer({
        sizes: ["One Size"],
        colors: [],
        variants: [{ size: "One Size", color: "", stockCount }],
      });
    expect(firstChoice(scarf(4)).size).toBe("One Size");
    expect(firstChoice(scarf(0)).size).toBeNull();
  });

  test("a size asked for by the address is chosen, in a colour that has it", () => {
    expect(withSize(blazer(), "M")).toEqual({ color: navy, size: "M" });
    expect(withSize(blazer(), "S")).toEqual({ color: brown, size: "S" });
    expect(withSize(blazer({ colors: [], variants: [] }), "Custom")).toEqual({
      color: null,
      size: "Custom",
    });
  });

  test("a size asked for that is not made or sold out leaves the choice open", () => {
    const open = { color: navy, size: null };
    for (const size of [null, "", "XXL", "m", "<b>"]) {
      expect(withSize(blazer(), size)).toEqual(open);
    }
    expect(withSize(blazer({ inStock: false }), "M").size).toBeNull();
  });

  test("the choice starts with the colour an address asks for, and with the size where that colour has it", () => {
    const request = (size: string | null, color: string) =>
      requestedChoice(blazer(), { size, color });
    expect(request("S", "Brown")).toEqual({ color: brown, size: "S" });
    expect(request(null, " brown ")).toEqual({ color: brown, size: null });
    expect(request("M", "Brown")).toEqual({ color: brown, size: null });
    expect(request("M", "Purple")).toEqual({ color: navy, size: "M" });
  });

  test("another colour keeps the size, or drops it when it is sold out there", () => {
    expect(withColor(blazer(), { size: "Custom", color: navy }, brown).size).toBe("Custom");
    expect(withColor(blazer(), { size: "M", color: navy }, brown).size).toBeNull();
  });

  // Specification 4.30
  test("a tracked count is said, as a warning when few are left, and made to order has none", () => {
    const few = (text: string) => ({ text, low: true });
    expect(stockMessage(blazer(), { size: "M", color: navy }, true)).toEqual(
      few("Only 3 left in this size"),
    );
    expect(stockMessage(blazer(), { size: "S", color: brown }, false)).toEqual(
      few("The last one in this size"),
    );
    expect(stockMessage(blazer(), { size: "Custom", color: navy }, true)).toBeNull();
    expect(stockMessage(blazer(), { size: null, color: navy }, true)).toBeNull();
    const plenty = [{ size: "M", color: navy.hex, stockCount: 14 }];
    expect(stockMessage(blazer({ variants: plenty }), { size: "M", color: navy }, true)).toEqual({
      text: "14 in this size",
      low: false,
    });
    const heaps = [{ size: "M", color: navy.hex, stockCount: 100 }];
    const many = (isCounted: boolean) =>
      stockMessage(blazer({ variants: heaps }), { size: "M", color: navy }, isCounted);
    expect(many(true)).toEqual({ text: "More than 99 in this size", low: false });
    expect(many(false)).toEqual({ text: "More than 3 in this size", low: false });
  });
});
