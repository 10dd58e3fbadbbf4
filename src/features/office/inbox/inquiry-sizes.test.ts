import { expect, test } from "vitest";
import { colorOf, inquirySizes } from "./inquiry-form.ts";

const suit = {
  inStock: true,
  sizes: ["M", "L", "Custom"],
  variants: [
    { size: "M", color: "#000000", stockCount: 1 },
    { size: "L", color: "#000000", stockCount: 0 },
    { size: "L", color: "#FFFFFF", stockCount: null },
  ],
};

// Specification 2.82
test("the sizes of an inquiry are the product's own, with those sold out in the chosen color labelled", () => {
  expect(inquirySizes(suit, "#000000")).toEqual([
    { size: "M", soldOut: false },
    { size: "L", soldOut: true },
    { size: "Custom", soldOut: false },
  ]);
  expect(inquirySizes(suit, null)[1]).toEqual({ size: "L", soldOut: false });
});

test("a sold-out product can be requested in all its sizes, each labelled", () => {
  const sizes = inquirySizes({ ...suit, inStock: false }, null);
  expect(sizes.map(({ soldOut }) => soldOut)).toEqual([true, true, true]);
});

// Specification 2.82, 9.9
test("a product without sizes can be requested in S, M, L or XL", () => {
  const sizes = inquirySizes({ inStock: true, sizes: [], variants: [] }, null);
  expect(sizes.map(({ size }) => size)).toEqual(["S", "M", "L", "XL"]);
  expect(sizes.some(({ soldOut }) => soldOut)).toBe(false);
});

test("a color is found in any spelling of its value, and an unknown one is ignored", () => {
  const product = { colors: [{ hex: "#f4EFE6", name: "Pearl" }] };
  expect(colorOf(product, "#F4EFe6")?.name).toBe("Pearl");
  expect(colorOf(product, "#000000")).toBeNull();
  expect(colorOf(product, "")).toBeNull();
});
