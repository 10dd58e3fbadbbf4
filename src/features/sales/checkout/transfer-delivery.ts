import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import { arrivalDays, termsWithMaking } from "#features/base/settings/shipping-methods.ts";
import type { Order } from "#features/orders/order/order.ts";
import { makingDaysOf, promiseOf } from "#features/orders/order/order.ts";
import { orderDelivery, transferDaysMessage } from "#features/orders/order/order-delivery.ts";

/**
 * What is promised of the delivery of an order that waits for its transfer until a day: a chosen day with its condition, else from when the
 * days are counted. Null before a method is chosen.
 */
export function deliveryAfterTransfer(
  order: Order,
  { now, terms, until }: { now: Date; terms: DeliveryTerms; until: string },
): string | null {
  const method = terms.methods.find(({ label }) => label === order.shippingMethod);
  const { needBy, ready } = promiseOf(order);
  const { madeToMeasure } = order;
  const making = termsWithMaking(terms, makingDaysOf(order));
  const arrives =
    needBy !== null && method ? arrivalDays(making, method, { madeToMeasure, now, ready }) : null;
  const message = orderDelivery({ ...order, arrives }, { hasArrived: false });
  return message && `${message}. ${transferDaysMessage(order, until)}`;
}
