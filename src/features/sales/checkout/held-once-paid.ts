import { formatDayRange } from "#core/business-days.ts";
import type { Order } from "#features/orders/order/order.ts";
import { promiseOf } from "#features/orders/order/order.ts";

/**
 * The day of made-to-measure lines that the atelier holds for an order only once it is paid (ADR 0051). `isChosen`: the customer asked
 * for this day of arrival, and it stays; otherwise the lines leave the atelier by it, or by the next free day if others pay first.
 */
export type HeldOncePaid = { readonly day: string; readonly isChosen: boolean };

/** The day that the lines of a written order are promised for, as its customer agreed to it; null without a promise. */
export function heldDayOf(order: Pick<Order, "lines">): HeldOncePaid | null {
  const { needBy, ready } = promiseOf(order);
  const day = needBy ?? ready?.until;
  return day === undefined ? null : { day, isChosen: needBy !== null };
}

/**
 * What the customer reads of it before the payment, below the days of arrival. It names no day on which anything leaves the atelier, which
 * would stand beside the first day of arrival and be later than that. A transfer counts once it has arrived, or its deposit where one is asked for.
 */
export function heldOncePaidMessage(
  { day, isChosen }: HeldOncePaid,
  { hasDeposit = false, isTransfer = false }: { isTransfer?: boolean; hasDeposit?: boolean } = {},
): string {
  const transfer = hasDeposit ? "deposit" : "transfer";
  const once = isTransfer ? `once your ${transfer} has arrived` : "once you have paid";
  return isChosen
    ? `We hold ${formatDayRange({ from: day, until: day })} ${once}.`
    : `We hold these days ${once}; if others pay first, it arrives later.`;
}
