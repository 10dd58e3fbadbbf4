import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { CartLine } from "#features/sales/cart/cart.ts";
import { cartItemIdOf } from "#features/sales/cart/cart.ts";
import type { CartQuote, QuotedLine } from "#features/sales/checkout/cart-change.ts";
import { clientAction } from "./checkout.tsx";
import { emailProblem } from "./checkout-form.tsx";
import { acceptChanges, cartProblem, parseCheckoutResponse } from "./use-checkout.ts";

const lineOf = (id: string): CartLine => {
  const line = { id, name: "As it was", image: "", size: "M", price: 5, quantity: 9 };
  return { ...line, cartItemId: cartItemIdOf(line) };
};
const quotedOf = (line: CartLine): QuotedLine => ({
  key: line.cartItemId,
  productId: line.id,
  variantId: "v",
  slug: "slug",
  name: "As it is",
  imageId: null,
  size: "M",
  color: "",
  colorName: "",
  specification: null,
  options: [],
  available: null,
  quantity: 2,
  unitPrice: money(74_950),
  discount: money(0),
  total: money(149_900),
  madeToMeasure: false,
});
const quoteOf = (parts: Partial<CartQuote>): CartQuote => ({
  lines: [],
  changes: [],
  subtotal: money(0),
  discount: money(0),
  total: money(0),
  ...parts,
});

describe("accepting what changed", () => {
  test("takes over names, prices and quantities, and removes only what cannot be sold", () => {
    const stored = lineOf("a");
    const gone = lineOf("b");
    const unasked = lineOf("c");
    const quote = quoteOf({
      lines: [quotedOf(stored)],
      changes: [{ kind: "sold_out", key: gone.cartItemId }],
    });
    expect(acceptChanges([stored, gone, unasked], quote)).toEqual([
      { ...stored, name: "As it is", slug: "slug", price: 749.5, quantity: 2 },
      unasked,
    ]);
  });
});

describe("the shop's answer", () => {
  // Specification 7.48, 7.49
  test("with a payment page is followed", () => {
    const body = { url: "https://pay.example/1", sessionId: "cs_1" };
    expect(parseCheckoutResponse(body)).toEqual({ kind: "opened", ...body });
  });

  test("without an address, or with one that is none of the web, says so in the specification's words", () => {
    for (const body of [{}, { url: "" }, { url: "javascript:alert(1)" }, { url: 5 }]) {
      expect(parseCheckoutResponse(body)).toMatchObject({
        message: "No checkout URL received",
      });
    }
  });

  // Specification 7.49, 8.44
  test("with an error shows its message, else the specification's", () => {
    const own = { error: { code: "too_large", message: "Too large." } };
    expect(parseCheckoutResponse(own)).toMatchObject({
      kind: "failed",
      message: "Too large.",
    });
    expect(parseCheckoutResponse({ error: {} })).toMatchObject({
      message: "Failed to create checkout session",
    });
    expect(parseCheckoutResponse(null)).toMatchObject({
      message: "Something went wrong. Please try again.",
    });
  });

  // Specification 7.49
  test("with a quote tells what changed", () => {
    const quote = quoteOf({});
    const body = { error: { code: "changed", message: "Changed." }, quote };
    expect(parseCheckoutResponse(body)).toEqual({
      kind: "changed",
      message: "Changed.",
      quote,
    });
  });
});

describe("going to pay", () => {
  // Specification 5.14, 8.43
  test("with an empty cart or 10,000 lines is refused in words without asking the shop", () => {
    expect(cartProblem([])).toBe("Your cart is empty");
    const cart = Array.from({ length: 10_000 }, (_, n) => lineOf(`${n}`));
    expect(cartProblem(cart)).toContain("10000 lines");
    expect(cartProblem([lineOf("a")])).toBeNull();
  });

  test("without a network says so", async () => {
    const serverAction = () => Promise.reject(new TypeError("Failed to fetch"));
    const response = await clientAction({ serverAction } as unknown as Parameters<
      typeof clientAction
    >[0]);
    expect(response).toMatchObject({ init: { status: 503 } });
    const { data } = response as { data: unknown };
    expect(parseCheckoutResponse(data)).toMatchObject({
      kind: "failed",
      message: "Something went wrong. Please try again.",
    });
  });
});

describe("an email", () => {
  test("is asked for when missing, and checked for its shape", () => {
    expect(emailProblem("  ")).toContain("enter your email");
    for (const raw of ["asha", "asha@", "a b@example.com", "asha@example"]) {
      expect(emailProblem(raw)).toContain("valid");
    }
    expect(emailProblem(" asha@example.com ")).toBeNull();
  });
});
