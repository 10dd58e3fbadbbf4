import fc from "fast-check";
import { expect, test } from "vitest";
import type { CookieLine } from "./cart-cookie.ts";
import {
  addCookieLine,
  changeCookieLine,
  cookieLineKey,
  MAX_COOKIE_LINES,
  parseCookieCart,
  replaceCookieLine,
  serializeCookieCart,
} from "./cart-cookie.ts";

const productId = "01a207d7-7d4e-72e3-a5a9-0b6787dab624";
const specification = "6f1c2b0e-4d3a-4f5b-8c7d-9e0f1a2b3c4d";
const line = (changes: Partial<CookieLine> = {}): CookieLine => ({
  productId,
  size: "One Size",
  color: "#1B2A41",
  specification: "",
  quantity: 2,
  ...changes,
});

test("a cart is read from its cookie as it was written, in few and safe characters", () => {
  const lines = [
    line(),
    line({ size: "W32/L34; é", color: "" }),
    line({ size: "M~!|," }),
    line({ specification }),
  ];
  const value = serializeCookieCart(lines);
  expect(parseCookieCart(value)).toEqual(lines);
  expect(value).toMatch(/^[\w~!%.*'()-]+$/);
});

test("the largest cart fits in a cookie", () => {
  const lines = Array.from({ length: MAX_COOKIE_LINES }, (_, index) =>
    line({ size: `Size number ${index}`, quantity: 99, specification }),
  );
  expect(serializeCookieCart(lines).length).toBeLessThan(3_000);
  expect(addCookieLine(lines, line())).toEqual({ ok: false, error: "cart_full" });
});

test("any text is read without an error, and lines that cannot be read are left out", () => {
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(parseCookieCart(text))));
  expect(parseCookieCart(`${productId}~M~~0!nonsense!${productId}~%E0%A4%A~~1`)).toEqual([]);
});

test("the same item again is one more of its line, and the quantity 0 removes it", () => {
  const added = addCookieLine([line()], line());
  expect(added).toEqual({ ok: true, value: [line({ quantity: 3 })] });
  expect(addCookieLine([line({ quantity: 99 })], line())).toEqual({
    ok: false,
    error: "line_full",
  });
  const key = cookieLineKey(line());
  const other = line({ specification });
  expect(addCookieLine([line()], other)).toEqual({
    ok: true,
    value: [line(), { ...other, quantity: 1 }],
  });
  expect(changeCookieLine([line()], key, 5)).toEqual([line({ quantity: 5 })]);
  for (const quantity of [0, -1, Number.NaN]) {
    expect(changeCookieLine([line()], key, quantity)).toEqual([]);
  }
});

test("a changed made-to-measure line has its new specification in its place, with its quantity", () => {
  const changed = "7f1c2b0e-4d3a-4f5b-8c7d-9e0f1a2b3c4d";
  const { quantity: _, ...item } = line({ size: "Custom", specification: changed });
  const lines = [line(), line({ size: "Custom", specification, quantity: 3 }), line({ size: "M" })];
  expect(replaceCookieLine(lines, item, specification)).toEqual({
    ok: true,
    value: [lines[0], { ...item, quantity: 3 }, lines[2]],
  });
  expect(replaceCookieLine([line()], item, specification)).toEqual({
    ok: true,
    value: [line(), { ...item, quantity: 1 }],
  });
});
