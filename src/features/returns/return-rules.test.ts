import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { orderTotals } from "#features/orders/order.ts";
import { failedRefundOf, lineReturn, suggestedRefund } from "./return-rules.ts";

const COMPLETED = new Date("2026-11-01T12:00:00Z");
const day = (days: number) => new Date(COMPLETED.getTime() + days * 24 * 60 * 60 * 1000);
const order = {
  status: "completed",
  completedAt: COMPLETED,
  shippedAt: null,
  deliveredAt: null,
} as const;
const shirt = { quantity: 2, madeToMeasure: false };
const gown = { quantity: 1, madeToMeasure: true };

describe("what may come back", () => {
  test("ready-to-wear for 30 days, for any reason", () => {
    expect(lineReturn(order, shirt, 0, day(30))).toEqual({
      reasons: ["changed_mind", "other_size", "defective"],
      pieces: 2,
      left: 2,
      until: day(30),
      closed: null,
    });
    expect(lineReturn(order, shirt, 0, new Date(day(30).getTime() + 1))).toMatchObject({
      reasons: [],
      closed: "window_over",
    });
  });

  test("the 30 days begin with the delivery where one is known", () => {
    const delivered = { ...order, deliveredAt: day(10) };
    expect(lineReturn(delivered, shirt, 0, day(40)).until).toEqual(day(40));
    expect(lineReturn(delivered, shirt, 0, day(41)).closed).toBe("window_over");
  });

  test("while no delivery is known they begin when the parcel left, so that a long way costs nobody a day", () => {
    const sent = { ...order, shippedAt: day(12) };
    expect(lineReturn(sent, shirt, 0, day(42)).until).toEqual(day(42));
    expect(lineReturn({ ...sent, deliveredAt: day(20) }, shirt, 0, day(42)).until).toEqual(day(50));
  });

  test("made-to-measure only when it is defective or its measurements differ, whatever the day", () => {
    expect(lineReturn(order, gown, 0, day(90))).toMatchObject({
      reasons: ["defective", "measures_differ"],
      pieces: 1,
      until: null,
    });
  });

  test("no piece comes back twice", () => {
    expect(lineReturn(order, shirt, 1, day(1)).pieces).toBe(1);
    expect(lineReturn(order, shirt, 2, day(1)).closed).toBe("all_announced");
  });

  test.each(["pending", "cancelled", "expired", "refunded"] as const)(
    "nothing of an order that is %s",
    (status) => {
      expect(lineReturn({ ...order, status }, shirt, 0, day(1)).closed).toBe("not_completed");
    },
  );
});

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
const bought = { lines: [line], totals: orderTotals([line], { shipping: money(1_500) }) };
const came = { itemId: "a", quantity: 2, received: 1, restocked: 0 };

describe("what a return comes to", () => {
  test.each(["changed_mind", "other_size"] as const)("for %s: the pieces that came", (reason) => {
    expect(suggestedRefund(bought, { reason, pieces: [came] }, money(37_500))).toEqual({
      amount: money(12_000),
      withShipping: false,
    });
  });

  test.each(["defective", "measures_differ"] as const)("for %s: shipping too", (reason) => {
    expect(suggestedRefund(bought, { reason, pieces: [came] }, money(37_500))).toEqual({
      amount: money(13_500),
      withShipping: true,
    });
  });

  test("is never more than is left", () => {
    const asked = { reason: "defective", pieces: [came] } as const;
    expect(suggestedRefund(bought, asked, money(5_000)).amount).toEqual(money(5_000));
  });
});

const refund = (status: "pending" | "succeeded" | "failed", failure: string | null = null) => ({
  returnRequestId: "return",
  amountMinor: 10_000,
  status,
  failure,
});
const asked = { id: "return", status: "received" } as const;

test("a received return whose money came back says how much and why", () => {
  const refunds = [refund("failed", "lost or stolen card"), refund("failed")];
  expect(failedRefundOf(asked, refunds)).toEqual({ amountMinor: 10_000, failure: "" });
  expect(failedRefundOf(asked, refunds.slice(0, 1))?.failure).toBe("lost or stolen card");
});

test("one whose money is on its way or arrived, that was settled, or that nobody refunded, does not", () => {
  expect(failedRefundOf(asked, [refund("failed"), refund("pending")])).toBeNull();
  expect(failedRefundOf(asked, [])).toBeNull();
  expect(failedRefundOf(asked, [{ ...refund("failed"), returnRequestId: null }])).toBeNull();
  expect(failedRefundOf({ ...asked, status: "exchanged" }, [refund("failed")])).toBeNull();
});
