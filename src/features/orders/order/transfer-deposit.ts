import type { MoneyAmount } from "#core/money-amount.ts";
import { discountMoney, formatMoney, money } from "#core/money-amount.ts";
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

/**
 * What was transferred of an order that is not paid and did not go back: a deposit or parts of it, or what arrived after the order had
 * ended (ADR 0094). Zero for what an order was paid with.
 */
export function transferredOf({ payment, totals }: Paid): MoneyAmount {
  const { capturedMinor, depositMinor, refundedMinor, status } = payment;
  const isTransfer = depositMinor !== null || status === "owed_back";
  return money(isTransfer ? capturedMinor - refundedMinor : 0, totals.total.currency);
}

/**
 * Whether the whole was asked for at once and a part of it arrived (ADR 0105). The payment then has the whole as its deposit, so that
 * what is missing, what goes back and what is undone follow the same rules; no text speaks of a deposit.
 */
export function isPartOfWhole(order: Pick<Order, "totals" | "credit" | "payment">): boolean {
  const { depositMinor } = order.payment;
  return depositMinor !== null && depositMinor === amountDue(order).minorUnits;
}

/** Whether the order's place and cloth are held by it. */
export function isDepositReceived({ received, requested }: Deposit): boolean {
  return received.minorUnits >= requested.minorUnits;
}

/** What still has to arrive before the deposit is there; zero when it is. */
export function missingOfDeposit({ received, requested }: Deposit): MoneyAmount {
  return money(Math.max(0, requested.minorUnits - received.minorUnits), requested.currency);
}

/**
 * Whether the order ended and what was transferred of it went back, so that nothing of it can pay any more: the customer orders again.
 */
export function isDepositReturned({ payment }: Pick<Paid, "payment">): boolean {
  const isTransfer = payment.depositMinor !== null || payment.status === "owed_back";
  return isTransfer && payment.refundedMinor > 0;
}

type Unpaid = Pick<Order, "totals" | "credit" | "payment" | "returnedCredit">;

/**
 * The store credit that pays its part again when an order that ended is made after all: all that was to pay it and went back. Zero
 * where more was transferred than the rest beside it, because then the transfer pays the whole.
 */
export function creditUsedAgain(order: Unpaid): MoneyAmount {
  const { returnedCredit } = order;
  const rest = amountDue(order).minorUnits - returnedCredit.minorUnits;
  return transferredOf(order).minorUnits <= rest
    ? returnedCredit
    : money(0, returnedCredit.currency);
}

/**
 * What an unpaid order still asks for by card or transfer, after store credit and what was transferred of it already. Zero also where
 * more arrived after the order had ended.
 */
export function leftToPay(order: Unpaid): MoneyAmount {
  const due = amountDue(order);
  const paid = transferredOf(order).minorUnits + creditUsedAgain(order).minorUnits;
  return money(Math.max(0, due.minorUnits - paid), due.currency);
}

/** Whether more was transferred of an ended order than it costs, so that it cannot be made after all as it is. */
export function isOverpaid(order: Pick<Order, "totals" | "credit" | "payment">): boolean {
  return transferredOf(order).minorUnits > amountDue(order).minorUnits;
}

/** What the shop received for an order that ended unpaid, and has not sent back yet; null for nothing. */
export function owedBack(order: Paid): MoneyAmount | null {
  const received = transferredOf(order);
  return order.payment.status === "owed_back" && received.minorUnits > 0 ? received : null;
}

/** What the rows of both lists of orders read of the payments. Minor units; `depositMinor` is null where the whole was asked for at once. */
export type ListedTransfer = { depositMinor: number | null; transferredMinor: number };

/** What a row of a list says of an order's deposit, or of money that goes back; null where there is nothing to say. */
export function listedTransferText(
  { status, total }: Pick<Order, "status"> & { total: MoneyAmount },
  { depositMinor, transferredMinor }: ListedTransfer,
): string | null {
  const amount = (minorUnits: number) => formatMoney(money(minorUnits, total.currency));
  const isEnded = status === "cancelled" || status === "expired";
  if (isEnded) return transferredMinor > 0 ? `${amount(transferredMinor)} to be sent back` : null;
  if (status !== "pending") return null;
  if (depositMinor === null) {
    return transferredMinor > 0
      ? `${amount(transferredMinor)} of ${formatMoney(total)} arrived`
      : null;
  }
  if (transferredMinor === 0) return `Deposit of ${amount(depositMinor)} awaited`;
  if (transferredMinor < depositMinor) {
    return `${amount(transferredMinor)} of the deposit of ${amount(depositMinor)} arrived`;
  }
  return `Deposit arrived, ${amount(transferredMinor)} of ${formatMoney(total)}`;
}
