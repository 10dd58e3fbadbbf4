import { expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { CartLine } from "#features/sales/cart/cart.ts";
import type { CartQuote, QuotedLine } from "#features/sales/checkout/cart-change.ts";
import {
  describeCartLine,
  isDateUnknown,
  lineStockMessage,
  quantitiesToReduce,
  readLineStocks,
} from "./cart-stock.ts";

const line = (key: string, quantity: number): CartLine => ({
  id: key,
  name: "Gown",
  image: "",
  size: "M",
  price: 10,
  quantity,
  cartItemId: key,
});
const quoted = (key: string, available: number | null): QuotedLine => ({
  key,
  productId: key,
  variantId: key,
  slug: key,
  name: "Gown",
  imageId: null,
  size: "M",
  color: "",
  colorName: "",
  specification: null,
  options: [],
  quantity: 1,
  available,
  unitPrice: money(10),
  discount: money(0),
  total: money(10),
  madeToMeasure: false,
});
const quote: CartQuote = {
  lines: [quoted("two", 2), quoted("any", null), quoted("cut", 2)],
  changes: [
    { kind: "sold_out", key: "gone" },
    { kind: "left", key: "cut", left: 2 },
  ],
  subtotal: money(30),
  discount: money(0),
  total: money(30),
};
const stocks = readLineStocks(quote);
const messageOf = (key: string, quantity: number, reduced?: { from: number; to: number }) =>
  lineStockMessage(line(key, quantity), stocks.get(key), reduced);

test("a line beyond its stock is reduced to it, and lines without a limit or below it stay", () => {
  const cart = [line("two", 2), line("any", 60), line("cut", 5), line("gone", 4)];
  expect(quantitiesToReduce(cart, stocks)).toEqual([{ key: "cut", from: 5, to: 2 }]);
});

test("a line says when it was reduced, when it has all that is left, and when it is sold out", () => {
  expect(messageOf("cut", 2, { from: 5, to: 2 })).toBe(
    "Only 2 left, so we changed your quantity from 5 to 2.",
  );
  expect(messageOf("two", 2)).toBe("These are the last 2 in this size.");
  expect(messageOf("two", 1)).toBeNull();
  expect(messageOf("any", 60)).toBeNull();
  expect(messageOf("gone", 1)).toBe("Gown in size M is sold out.");
});

test("a made-to-measure line says neither a color nor a date before the shop has said what it is made of", () => {
  const made: CartLine = {
    ...line("made", 1),
    size: CUSTOM_SIZE,
    colorName: "Black",
    specification: "01a21303-ad1a-73a5-9aef-84fe92ea23ca",
  };
  const described = describeCartLine(made, undefined);
  expect(described.colorName).toBe("");
  expect(described.madeToMeasure).toBe(true);
  expect(isDateUnknown([made, line("two", 1)], stocks)).toBe(true);
  expect(isDateUnknown([line("two", 1), line("new", 1)], stocks)).toBe(false);
});
