import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { orderTotals } from "#features/orders/order.ts";
import { suggestedRefund } from "./suggested-refund.ts";

const line = {
  id: "a",
  productId: null,
  variantId: null,
  productName: "Shirt",
  mediaId: null,
  size: "M",
  colorName: "",
  quantity: 3,
  unitPrice: money(12_000),
  discount: money(0),
  madeToMeasure: false,
};
const order = { lines: [line], totals: orderTotals([line], { shipping: money(1_500) }) };
const came = { itemId: "a", quantity: 2, received: 1, restocked: 0 };

describe("what a return comes to", () => {
  test.each(["changed_mind", "other_size"] as const)("for %s: the pieces that came", (reason) => {
    expect(suggestedRefund(order, { reason, pieces: [came] }, money(37_500))).toEqual({
      amount: money(12_000),
      withShipping: false,
    });
  });

  test.each(["defective", "measures_differ"] as const)("for %s: shipping too", (reason) => {
    expect(suggestedRefund(order, { reason, pieces: [came] }, money(37_500))).toEqual({
      amount: money(13_500),
      withShipping: true,
    });
  });

  test("is never more than is left", () => {
    const asked = { reason: "defective", pieces: [came] } as const;
    expect(suggestedRefund(order, asked, money(5_000)).amount).toEqual(money(5_000));
  });
});
