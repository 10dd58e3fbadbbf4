import { expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { DeliveredOrder } from "./order-delivery.ts";
import { isDeliveryAwaited, orderDelivery } from "./order-delivery.ts";

const none = money(0);

const orderWith = (change: Partial<DeliveredOrder>): DeliveredOrder => ({
  arrives: { from: "2026-12-08", until: "2026-12-11" },
  lines: [],
  refunded: none,
  refundOwed: none,
  shippingMethod: "Standard",
  status: "completed",
  totals: {
    subtotal: money(18_000),
    discount: none,
    promotion: none,
    shipping: money(1_500),
    tax: none,
    total: money(19_500),
  },
  ...change,
});

const AWAITED = { hasArrived: false };

test("an order of which all of the money goes back promises no day, whether or not it has left", () => {
  const days = "Arrives 8 to 11 December 2026, Standard, $15.00";
  expect(orderDelivery(orderWith({}), AWAITED)).toBe(days);
  expect(orderDelivery(orderWith({ refundOwed: money(5_000) }), AWAITED)).toBe(days);
  const ended: readonly Partial<DeliveredOrder>[] = [
    { refundOwed: money(19_500) },
    { refunded: money(5_000), refundOwed: money(14_500) },
    { refunded: money(19_500), status: "refunded" },
    { status: "cancelled" },
    { status: "expired" },
  ];
  for (const change of ended) {
    expect(orderDelivery(orderWith(change), AWAITED)).toBe("Standard, $15.00");
    expect(isDeliveryAwaited(orderWith(change), AWAITED)).toBe(false);
  }
});
