import { expect, test } from "vitest";
import type { CartLine } from "#features/cart/cart.ts";
import { MAX_LINES, MAX_QUANTITY_PER_LINE } from "#features/cart/cart.ts";
import { withLines } from "./order.tsx";

const line = (id: string, quantity = 1): Omit<CartLine, "cartItemId"> => ({
  id,
  name: "Savannah Linen Shirt",
  image: "",
  size: "M",
  price: 120,
  quantity,
});

test("an old order's pieces join what is in the cart, within the limits of a line", () => {
  const cart = withLines([], [line("a", 2)]);
  const grown = withLines(cart, [line("a", 98), line("b")]);
  expect(grown.map(({ id, quantity }) => [id, quantity])).toEqual([
    ["a", MAX_QUANTITY_PER_LINE],
    ["b", 1],
  ]);
});

test("a full cart takes no further line", () => {
  const many = Array.from({ length: MAX_LINES + 3 }, (_, index) => line(`piece-${index}`));
  expect(withLines([], many)).toHaveLength(MAX_LINES);
});
