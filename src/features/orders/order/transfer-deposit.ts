import type { MoneyAmount } from "#core/money-amount.ts";
import { discountMoney, money } from "#core/money-amount.ts";
import type { Order, OrderPayment } from "./order.ts";
import { amountDue } from "./order.ts";

/** How long the rest may take, as the customer reads it. */
export const daysText = (days: number): string => (days === 1 ? "one day" : `${days} days`);

/**
 * What is to be transferred first of an amount, so that deposit and rest are exactly the amount. The rest is rounded half up to a
 * minor unit, as any percentage of a price is. Null where the shop asks for no deposit, or where one of the two would be nothing.
 */
export function depositOf(due: MoneyAmount, percent: number | null): MoneyAmount | null {
  if (percent === null) return null;
  const rest = discountMoney(due, percent);
  const deposit = money(due.minorUnits - rest.minorUnits, due.currency);
  return deposit.minorUnits > 0 && rest.minorUnits > 0 ? deposit : null;
}

/** A deposit that the shop asked for, and what was transferred of the order so far and did not go back. */
export type Deposit = { readonly requested: MoneyAmount; readonly received: MoneyAmount };

type Paid = Pick<Order, "totals"> & {
  payment: Pick<OrderPayment, "capturedMinor" | "depositMinor" | "refundedMinor" | "status">;
};

/** Null for an order that was not asked for a deposit. */
export function depositOfOrder({ payment, totals }: Paid): Deposit | null {
  const { capturedMinor, depositMinor, refundedMinor } = payment;
  if (depositMinor === null) return null;
  const { currency } = totals.total;
  return {
    requested: money(depositMinor, currency),
    received: money(capturedMinor - refundedMinor, currency),
  };
}

/** Whether the order's place and cloth are held by it. */
export function isDepositReceived({ received, requested }: Deposit): boolean {
  return received.minorUnits >= requested.minorUnits;
}

/** What still has to arrive before the deposit is there; zero when it is. */
export function missingOfDeposit({ received, requested }: Deposit): MoneyAmount {
  return money(Math.max(0, requested.minorUnits - received.minorUnits), requested.currency);
}

/** Whether the order ended and its deposit was sent back, so that nothing of it can pay any more: the customer orders again. */
export function isDepositReturned({ payment }: Pick<Paid, "payment">): boolean {
  return payment.depositMinor !== null && payment.refundedMinor > 0;
}

/** What an unpaid order still asks for by card or transfer, after store credit and what was transferred of it already. */
export function leftToPay(order: Pick<Order, "totals" | "credit" | "payment">): MoneyAmount {
  const due = amountDue(order);
  const received = depositOfOrder(order)?.received.minorUnits ?? 0;
  return money(due.minorUnits - received, due.currency);
}

/** What the shop received for an order that ended unpaid, and has not sent back yet; null for nothing. */
export function owedBack(order: Paid): MoneyAmount | null {
  const received = order.payment.status === "owed_back" && depositOfOrder(order)?.received;
  return received && received.minorUnits > 0 ? received : null;
}
