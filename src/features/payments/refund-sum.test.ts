import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { OrderLine } from "#features/orders/order.ts";
import { orderTotals } from "#features/orders/order.ts";
import { refundSum } from "./refund-sum.ts";

function line(
  id: string,
  changes: Partial<Record<"price" | "quantity" | "off", number>>,
): OrderLine {
  const { price = 10_000, quantity = 1, off = 0 } = changes;
  return {
    id,
    productId: null,
    variantId: null,
    productName: "Shirt",
    mediaId: null,
    size: "M",
    colorName: "",
    quantity,
    unitPrice: money(price),
    discount: money(off),
    madeToMeasure: false,
  };
}

function order(
  lines: OrderLine[],
  extras: { shipping?: number; tax?: number; promotion?: number } = {},
) {
  const { promotion = 0, shipping = 0, tax = 0 } = extras;
  const totals = orderTotals(lines, {
    shipping: money(shipping),
    tax: money(tax),
    promotion: money(promotion),
  });
  return { lines, totals };
}

const one = (itemId: string, quantity = 1) => [{ itemId, quantity }];

describe("what a refund comes to", () => {
  test("is what was paid for the pieces, offers taken off; shipping only if it is chosen", () => {
    const bought = order([line("a", { quantity: 2, off: 3_000 }), line("b", {})], {
      shipping: 1_500,
    });
    expect(refundSum(bought, { pieces: one("a"), shipping: false })).toEqual(money(8_500));
    expect(refundSum(bought, { pieces: one("b"), shipping: true })).toEqual(money(11_500));
    expect(refundSum(bought, { pieces: [], shipping: true })).toEqual(money(1_500));
  });

  test("carries its share of a promotion and of the tax", () => {
    const bought = order([line("a", {}), line("b", { price: 30_000 })], {
      promotion: 4_000,
      tax: 3_600,
    });
    expect(refundSum(bought, { pieces: one("a"), shipping: false })).toEqual(money(9_900));
  });

  test("for everything is the total to the cent", () => {
    const bought = order([line("a", { price: 3_333, quantity: 3, off: 1 })], {
      shipping: 1_501,
      tax: 77,
      promotion: 101,
    });
    expect(refundSum(bought, { pieces: one("a", 3), shipping: true })).toEqual(bought.totals.total);
  });

  test("piece by piece never adds up to more than was paid", () => {
    const amount = fc.integer({ min: 0, max: 50_000 });
    const lines = fc.array(fc.record({ price: amount, quantity: fc.integer({ min: 1, max: 5 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(lines, amount, amount, amount, (drawn, shipping, tax, wanted) => {
        const made = drawn.map((each, place) => line(String(place), each));
        const goods = drawn.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
        const bought = order(made, { shipping, tax, promotion: Math.min(wanted, goods) });
        const single = made.flatMap(({ id, quantity }) =>
          Array.from({ length: quantity }, () =>
            refundSum(bought, { pieces: one(id), shipping: false }),
          ),
        );
        const rest = refundSum(bought, { pieces: [], shipping: true });
        const sum = [...single, rest].reduce((total, each) => total + each.minorUnits, 0);
        expect(sum).toBeLessThanOrEqual(bought.totals.total.minorUnits);
      }),
    );
  });
});
