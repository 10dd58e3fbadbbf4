import type { Currency, MoneyAmount } from "#core/money-amount.ts";

/** Given, reserved, returned by an unpaid order, refunded, or taken back. */
export type CreditEntryKind = "issue" | "spend" | "release" | "refund" | "revoke";

/** The amount is signed; positive increases the balance. */
export type CreditEntry = {
  id: string;
  kind: CreditEntryKind;
  amount: MoneyAmount;
  orderNumber: string | null;
  orderId: string | null;
  note: string;
  /** "" for entries of orders. */
  actorName: string;
  at: Date;
};

export type StoreCredit = {
  id: string;
  email: string | null;
  balance: MoneyAmount;
};

const TITLES: Readonly<Record<CreditEntryKind, string>> = {
  issue: "Credit from us",
  spend: "Used for an order",
  release: "Back from an order that was not paid",
  refund: "Refund as store credit",
  revoke: "Taken back by us",
};

export function creditEntryTitle(kind: CreditEntryKind): string {
  return TITLES[kind];
}

export function creditPath(token: string): string {
  return `/store-credit/${token}`;
}

/** Minor units (Stripe's minimum in dollars). */
export const MIN_CARD_MINOR = 50;

/** What a balance pays of an order, in minor units, never leaving less than the smallest card payment. */
export function creditPart(balanceMinor: number, totalMinor: number): number {
  const part = Math.max(0, Math.min(balanceMinor, totalMinor));
  const rest = totalMinor - part;
  if (rest === 0 || rest >= MIN_CARD_MINOR) return part;
  return Math.max(0, totalMinor - MIN_CARD_MINOR);
}

/**
 * What a balance pays of an order's items beside a card, in minor units. The card pays at least shipping and
 * the smallest card payment.
 */
export function depositPart(
  balanceMinor: number,
  totalMinor: number,
  cheapestMinor: number,
): number {
  const part = creditPart(balanceMinor, totalMinor);
  if (part < totalMinor) return part;
  return Math.max(0, totalMinor - Math.max(0, MIN_CARD_MINOR - cheapestMinor));
}

/** Minor units. */
export type RefundablePart = { capturedMinor: number; returnedMinor: number };

/**
 * Splits a refund by what credit and the other payment paid, over all refunds, so that the last returns
 * exactly the rest. Minor units, within both.
 */
export function splitRefund(
  amountMinor: number,
  { rest, credit }: { rest: RefundablePart; credit: RefundablePart },
): { restMinor: number; creditMinor: number } {
  const paid = rest.capturedMinor + credit.capturedMinor;
  if (paid === 0) return { restMinor: amountMinor, creditMinor: 0 };
  const returned = rest.returnedMinor + credit.returnedMinor + amountMinor;
  const target = Number((BigInt(credit.capturedMinor) * BigInt(returned)) / BigInt(paid));
  const creditLeft = credit.capturedMinor - credit.returnedMinor;
  const restLeft = rest.capturedMinor - rest.returnedMinor;
  const share = Math.min(Math.max(0, target - credit.returnedMinor), creditLeft, amountMinor);
  const creditMinor = Math.max(share, Math.min(creditLeft, amountMinor - restLeft));
  return { restMinor: amountMinor - creditMinor, creditMinor };
}

/** Minor units. */
export const MAX_CREDIT_MINOR = 1_000_000;

export const MAX_CREDIT_NOTE_LENGTH = 300;

export const creditCurrency = (code: string): Currency => (code === "GYD" ? "GYD" : "USD");
