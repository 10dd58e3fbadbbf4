import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { orderTotals } from "#features/orders/order/order.ts";
import { failedRefundOf, lineReturn, suggestedRefund } from "./return-rules.ts";

const COMPLETED = new Date("2026-11-01T12:00:00Z");
const day = (days: number) => new Date(COMPLETED.getTime() + days * 24 * 60 * 60 * 1000);
const at = (now: Date, returnWindowDays = 30) => ({ now, returnWindowDays });
const order = {
  status: "completed",
  completedAt: COMPLETED,
  shippedAt: null,
  deliveredAt: null,
} as const;
const shirt = { quantity: 2, madeToMeasure: false };
const gown = { quantity: 1, madeToMeasure: true };
const sent = { announced: 0, shipped: 2, withdrawn: 0 };
const sentGown = { ...sent, shipped: 1 };

describe("a customer can return", () => {
  test("ready-to-wear within 30 days, for any reason", () => {
    expect(lineReturn(order, shirt, sent, at(day(30)))).toEqual({
      reasons: ["changed_mind", "other_size", "defective"],
      quantity: 2,
      left: 2,
      until: day(30),
      closed: null,
    });
    expect(lineReturn(order, shirt, sent, at(new Date(day(30).getTime() + 1)))).toMatchObject({
      reasons: [],
      closed: "window_over",
    });
  });

  test("ready-to-wear within as many days as the owner grants, and then it says until when", () => {
    expect(lineReturn(order, shirt, sent, at(day(365), 365)).until).toEqual(day(365));
    expect(lineReturn(order, shirt, sent, at(day(15), 14))).toMatchObject({
      reasons: [],
      until: day(14),
      closed: "window_over",
    });
  });

  test("ready-to-wear within 30 days from the delivery if its date is known", () => {
    const delivered = { ...order, deliveredAt: day(10) };
    expect(lineReturn(delivered, shirt, sent, at(day(40))).until).toEqual(day(40));
    expect(lineReturn(delivered, shirt, sent, at(day(41))).closed).toBe("window_over");
  });

  test("ready-to-wear within 30 days from shipping while no delivery is recorded", () => {
    const left = { ...order, shippedAt: day(12) };
    expect(lineReturn(left, shirt, sent, at(day(42))).until).toEqual(day(42));
    expect(lineReturn({ ...left, deliveredAt: day(20) }, shirt, sent, at(day(42))).until).toEqual(
      day(50),
    );
  });

  test("made-to-measure only if it is defective or its measurements differ, on any day", () => {
    expect(lineReturn(order, gown, sentGown, at(day(90)))).toMatchObject({
      reasons: ["defective", "measures_differ"],
      quantity: 1,
      until: null,
    });
  });

  test("no item twice", () => {
    const of = (announced: number) => lineReturn(order, shirt, { ...sent, announced }, at(day(1)));
    expect(of(1).quantity).toBe(1);
    expect(of(2).closed).toBe("all_announced");
  });

  test("only what has left the house; the owner opens a return for the rest too", () => {
    const of = (shipped: number, announced = 0, withdrawn = 0) =>
      lineReturn(order, shirt, { announced, shipped, withdrawn }, at(day(1)));
    expect(of(0)).toMatchObject({ reasons: [], quantity: 0, left: 2, closed: "not_sent" });
    expect(of(1)).toMatchObject({ quantity: 1, left: 2, closed: null });
    expect(of(1, 1)).toMatchObject({ reasons: [], left: 1, closed: "not_sent" });
    expect(of(1, 0, 1)).toMatchObject({ quantity: 1, left: 1, closed: null });
    expect(of(1, 1, 1)).toMatchObject({ left: 0, closed: "all_announced" });
    expect(lineReturn(order, gown, { ...sent, shipped: 0 }, at(day(90))).closed).toBe("not_sent");
  });

  test.each(["pending", "cancelled", "expired", "refunded"] as const)(
    "nothing of an order that is %s",
    (status) => {
      expect(lineReturn({ ...order, status }, shirt, sent, at(day(1))).closed).toBe(
        "not_completed",
      );
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

describe("the suggested refund of a return", () => {
  test.each(["changed_mind", "other_size"] as const)(
    "is the price of the received items for %s",
    (reason) => {
      expect(suggestedRefund(bought, { reason, items: [came] }, money(37_500))).toEqual({
        amount: money(12_000),
        withShipping: false,
      });
    },
  );

  test.each(["defective", "measures_differ"] as const)("includes shipping for %s", (reason) => {
    expect(suggestedRefund(bought, { reason, items: [came] }, money(37_500))).toEqual({
      amount: money(13_500),
      withShipping: true,
    });
  });

  test("is of what came in an exchange what was paid for the item before it", () => {
    const shirt = { ...line, productId: "shirt" };
    const scarf = { ...line, id: "b", productId: "scarf", unitPrice: money(4_000) };
    const instead = { ...scarf, id: "c", size: "L", quantity: 1, unitPrice: money(0) };
    const lines = [shirt, scarf, instead];
    const exchanged = { lines, totals: orderTotals(lines, { shipping: money(1_500) }) };
    const requested = { reason: "changed_mind", items: [{ ...came, itemId: "c" }] } as const;
    expect(suggestedRefund(exchanged, requested, money(50_000)).amount).toEqual(money(4_000));
  });

  test("is never more than what is left", () => {
    const requested = { reason: "defective", items: [came] } as const;
    expect(suggestedRefund(bought, requested, money(5_000)).amount).toEqual(money(5_000));
  });
});

const refund = (status: "pending" | "succeeded" | "failed", failure: string | null = null) => ({
  returnRequestId: "return",
  amountMinor: 10_000,
  status,
  failure,
});
const request = { id: "return", status: "received" } as const;

test("a received return whose refund came back reports how much and why", () => {
  const refunds = [refund("failed", "lost or stolen card"), refund("failed")];
  expect(failedRefundOf(request, refunds)).toEqual({ amountMinor: 10_000, failure: "" });
  expect(failedRefundOf(request, refunds.slice(0, 1))?.failure).toBe("lost or stolen card");
});

test("a return whose refund is pending or missing, or that was settled otherwise, reports no failure", () => {
  expect(failedRefundOf(request, [refund("failed"), refund("pending")])).toBeNull();
  expect(failedRefundOf(request, [])).toBeNull();
  expect(failedRefundOf(request, [{ ...refund("failed"), returnRequestId: null }])).toBeNull();
  expect(failedRefundOf({ ...request, status: "exchanged" }, [refund("failed")])).toBeNull();
});
