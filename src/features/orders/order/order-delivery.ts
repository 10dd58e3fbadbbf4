import { deliveryMessage } from "#core/delivery-promise.ts";
import type { Order, ShownStatus } from "./order.ts";
import { promiseOf, shownStatus } from "./order.ts";

/** What the sentence about an order's delivery depends on. */
export type DeliveredOrder = Pick<
  Order,
  "arrives" | "lines" | "refunded" | "refundOwed" | "shippingMethod" | "status" | "totals"
>;

/** Orders of which nothing is left to arrive: a whole refund that waits to be sent ends the delivery as one that was sent. */
const ENDED: readonly ShownStatus[] = ["cancelled", "expired", "refunded", "refund_owed"];

/** Whether something of the order is still to arrive: it has not ended, and not all of it is there. */
export const isDeliveryAwaited = (
  order: Pick<Order, "refunded" | "refundOwed" | "status" | "totals">,
  { hasArrived }: { hasArrived: boolean },
): boolean => !hasArrived && !ENDED.includes(shownStatus(order));

/**
 * The days that making to measure adds, such as "7-14 days", for the texts of an order; null where days of arrival are promised, because
 * they have the making in them.
 */
export const daysOfMaking = ({ arrives }: Pick<Order, "arrives">, days: string): string | null =>
  arrives === null ? days : null;

/**
 * What the shop promises of an order's delivery, as its pages and emails say it; null before a method is chosen. An order that has ended
 * or that has arrived has no days any more.
 */
export function orderDelivery(
  order: DeliveredOrder,
  { hasArrived }: { hasArrived: boolean },
): string | null {
  const { arrives, shippingMethod, totals } = order;
  const isExpected = arrives !== null && isDeliveryAwaited(order, { hasArrived });
  if (shippingMethod === null && !isExpected) return null;
  return deliveryMessage({
    arrival: isExpected ? { arrives, needBy: promiseOf(order).needBy } : null,
    method: shippingMethod ?? "",
    price: shippingMethod === null ? null : totals.shipping,
  });
}

/**
 * How the days of an order are counted that waits for a transfer: a chosen day holds for a transfer by `until`, other days are counted
 * from the transfer.
 */
export function transferDaysMessage(order: Pick<Order, "lines">, until: string): string {
  return promiseOf(order).needBy === null
    ? "Days of delivery count from the day your transfer arrives."
    : `This day holds for a transfer that arrives by ${until}.`;
}
