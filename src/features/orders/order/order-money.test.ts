import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Currency, MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { EarlierRefund } from "#features/sales/payments/refund.ts";
import { refundableMinor, validateRefund } from "#features/sales/payments/refund.ts";
import type { OrderLine } from "./order.ts";
import { lineTotal, orderTotals } from "./order.ts";

/** Discounts within lines, a code within the rest. */
const order = fc
  .record({
    currency: fc.constantFrom<Currency>("USD", "GYD"),
    lines: fc.array(
      fc.record({
        minor: fc.integer({ min: 0, max: 5_000_000 }),
        quantity: fc.integer({ min: 1, max: 99 }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { minLength: 1, maxLength: 40 },
    ),
    promotionShare: fc.double({ min: 0, max: 1, noNaN: true }),
    shipping: fc.integer({ min: 0, max: 100_000 }),
    tax: fc.integer({ min: 0, max: 1_000_000 }),
  })
  .map(({ currency, lines, promotionShare, shipping, tax }) => {
    const priced: OrderLine[] = lines.map(({ minor, quantity, share }, index) => ({
      id: `line-${index}`,
      productId: null,
      variantId: null,
      productName: "Piece",
      mediaId: null,
      size: "M",
      colorName: "",
      madeToMeasure: false,
      quantity,
      unitPrice: money(minor, currency),
      discount: money(Math.floor(minor * quantity * share), currency),
    }));
    const goods = priced.reduce((sum, line) => sum + lineTotal(line).minorUnits, 0);
    const totals = orderTotals(priced, {
      promotion: money(Math.floor(goods * promotionShare), currency),
      shipping: money(shipping, currency),
      tax: money(tax, currency),
    });
    return { goods, totals, lines: priced, status: "completed" as const };
  });

const amounts = (totals: Record<string, MoneyAmount>) => Object.values(totals);

describe("the money of every order", () => {
  test("adds up to the cent: items less discounts, plus shipping and tax", () => {
    fc.assert(
      fc.property(order, ({ goods, totals }) => {
        const { subtotal, discount, promotion, shipping, tax, total } = totals;
        expect(subtotal.minorUnits - discount.minorUnits).toBe(goods);
        expect(total.minorUnits).toBe(
          goods - promotion.minorUnits + shipping.minorUnits + tax.minorUnits,
        );
        expect(total.minorUnits).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("is in whole minor units of one currency", () => {
    fc.assert(
      fc.property(order, ({ totals }) => {
        for (const { minorUnits, currency } of amounts(totals)) {
          expect(Number.isSafeInteger(minorUnits)).toBe(true);
          expect(currency).toBe(totals.total.currency);
        }
      }),
    );
  });

  test("is the sum of what is refunded and what is left, whichever refunds succeed, fail or wait", () => {
    const preferences = fc.array(
      fc.record({
        share: fc.double({ min: -0.1, max: 1.2, noNaN: true }),
        status: fc.constantFrom("succeeded", "failed", "pending"),
      }),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(order, preferences, (paid, refunds) => {
        const total = paid.totals.total.minorUnits;
        const given: EarlierRefund[] = [];
        for (const { share, status } of refunds) {
          const amount = money(Math.round(total * share), paid.totals.total.currency);
          if (validateRefund(paid, given, { amount, refundedItems: [] }) !== null) continue;
          given.push({
            status: status as EarlierRefund["status"],
            amountMinor: amount.minorUnits,
            refundedItems: [],
          });
        }
        const gone = given
          .filter((refund) => refund.status !== "failed")
          .reduce((sum, refund) => sum + refund.amountMinor, 0);
        expect(gone).toBeLessThanOrEqual(total);
        expect(gone + refundableMinor(total, given)).toBe(total);
      }),
    );
  });
});
