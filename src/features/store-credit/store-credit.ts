import type { Currency, MoneyAmount } from "#core/money-amount.ts";

/** Why a balance changed: given by the owner, held for an order, given back by an unpaid one, returned by a refund, taken back. */
export type CreditEntryKind = "issue" | "spend" | "release" | "refund" | "revoke";

/** An entry of the ledger; the amount is signed, positive for what the customer gains. */
export type CreditEntry = {
  id: string;
  kind: CreditEntryKind;
  amount: MoneyAmount;
  /** The number of the order it is about, or null. */
  orderNumber: string | null;
  orderId: string | null;
  note: string;
  /** Who of the staff wrote it; "" for entries of orders. */
  actorName: string;
  at: Date;
};

/** What somebody has. */
export type StoreCredit = {
  id: string;
  email: string | null;
  balance: MoneyAmount;
  token: string;
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

/** Where the owner of a link sees the balance. */
export function creditPath(token: string): string {
  return `/store-credit/${token}`;
}

/** The least a card provider charges, in minor units (Stripe's limit in dollars). */
export const MIN_CARD_MINOR = 50;

/**
 * How much of an order a balance pays, in minor units: all it can, and never so much that less than a card can be charged is left.
 */
export function creditPart(balanceMinor: number, totalMinor: number): number {
  const part = Math.max(0, Math.min(balanceMinor, totalMinor));
  const rest = totalMinor - part;
  if (rest === 0 || rest >= MIN_CARD_MINOR) return part;
  return Math.max(0, totalMinor - MIN_CARD_MINOR);
}

/** What a payment brought in and has given back so far, in minor units. */
export type RefundablePart = { capturedMinor: number; returnedMinor: number };

/**
 * Splits a refund over the part of an order that was paid with credit and the rest, each in proportion to what it paid over all refunds of
 * the order, so that the last one gives exactly what is left of each. Minor units; the amount is at most what is left of both.
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

/** The largest amount the owner may give at once, in minor units. */
export const MAX_CREDIT_MINOR = 1_000_000;

export const MAX_CREDIT_NOTE_LENGTH = 300;

/** Currencies are stored as text. */
export const creditCurrency = (code: string): Currency => (code === "GYD" ? "GYD" : "USD");
