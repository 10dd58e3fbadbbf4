import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { priceLines } from "#features/sales/cart/upsell.ts";
import { orderTotals } from "./order.ts";
import { listAmounts, shippingPriceText, subtotalOf } from "./order-amounts.ts";

const gown = { key: "1", productId: "gown", slug: "gown", unitPrice: money(125_000), quantity: 1 };
const bracelet = {
  key: "2",
  productId: "bracelet",
  slug: "gold-bracelet",
  unitPrice: money(12_900),
  quantity: 1,
};

describe("the amounts of an order", () => {
  // Specification 9.15
  test("have the subtotal that the cart shows, also with the 15 % offer", () => {
    const cart = priceLines([gown, bracelet]);
    expect(cart.total).toEqual(money(135_965));
    const totals = orderTotals([
      { unitPrice: gown.unitPrice, quantity: 1, discount: money(0) },
      { unitPrice: bracelet.unitPrice, quantity: 1, discount: money(1_935) },
    ]);
    expect(subtotalOf(totals)).toEqual(cart.total);
    const rows = listAmounts({ totals, shippingMethod: "Standard", status: "completed" });
    expect(rows).toEqual([
      { label: "Subtotal", amount: "$1,359.65", isSum: false },
      { label: "Shipping, Standard", amount: "Free", isSum: false },
      { label: "Total", amount: "$1,359.65", isSum: true },
    ]);
  });

  test("leave shipping out until it is chosen", () => {
    const totals = orderTotals([{ unitPrice: money(9_900), quantity: 1, discount: money(0) }]);
    const rows = listAmounts({ totals, shippingMethod: null, status: "pending" });
    expect(rows.map(({ label }) => label)).toEqual(["Subtotal", "Total before shipping"]);
  });

  test("show what store credit pays, what is left to pay, and what was refunded", () => {
    const totals = orderTotals([{ unitPrice: money(20_000), quantity: 1, discount: money(0) }], {
      shipping: money(1_500),
    });
    const order = { totals, shippingMethod: "Standard", credit: money(5_000) };
    expect(listAmounts({ ...order, status: "pending" }).slice(-2)).toEqual([
      { label: "Store credit", amount: "−$50.00", isSum: false },
      { label: "Left to pay", amount: "$165.00", isSum: true },
    ]);
    const refunded = listAmounts({ ...order, status: "completed", refunded: money(1_000) });
    expect(refunded.slice(-2).map(({ label, amount }) => [label, amount])).toEqual([
      ["Paid beside it", "$165.00"],
      ["Refunded", "−$10.00"],
    ]);
  });

  test("show shipping as free or with its cents", () => {
    expect([shippingPriceText(money(0)), shippingPriceText(money(2_500))]).toEqual([
      "Free",
      "$25.00",
    ]);
  });
});
