import { and, eq, inArray, ne } from "drizzle-orm";
import type { Destination } from "#core/delivery-address.ts";
import { reaches } from "#core/delivery-address.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentMovements, payments } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import type { DeliveryCase } from "#features/base/settings/shipping-methods.ts";
import { availableShippingMethods } from "#features/base/settings/shipping-methods.ts";
import type { Order } from "#features/orders/order/order.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import { creditPart, depositPart } from "#features/orders/store-credit/store-credit.ts";
import {
  listCreditOfOrder,
  lockCreditAccount,
  releaseCredit,
  writeCreditEntry,
} from "#features/orders/store-credit/store-credit-ledger.server.ts";
import { findSpendableCredit } from "#features/orders/store-credit/store-credit-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";

type PaymentRow = typeof payments.$inferSelect;

/** The lowest price of the methods that serve the destination, in minor units; 0 without any. */
export function cheapestShipping(
  shipping: ShippingSettings,
  order: DeliveryCase,
  destination: Destination,
): number {
  const ways = availableShippingMethods(shipping, order).filter((way) => reaches(way, destination));
  return ways.length === 0 ? 0 : Math.min(...ways.map(({ price }) => price.minorUnits));
}

/** Store credit that an order is about to use. Amounts in minor units. */
export type ChosenCredit = {
  accountId: string;
  /** What the checkout showed, and the least that has to be there. */
  expectedMinor: number;
  /** Whether it pays the items and a way of shipping, so that no provider is needed. */
  paysAll: boolean;
};

/**
 * The store credit that the customer chose at the checkout, null for none: the one behind the browser's private link, else the
 * account's. 'credit_gone' if it covers less than was shown. Locks nothing; `holdCredit` checks the balance once more.
 */
export async function chooseCredit(
  { clock, db }: { db: Queryable; clock: Clock },
  { actor, creditToken = null, destination, shownCredit }: CreditChoice,
  { quote, shipping }: { quote: QuotedItems; shipping: ShippingSettings },
): Promise<Result<ChosenCredit | null, { kind: "credit_gone" }>> {
  if (shownCredit === null) return ok(null);
  const credit = await findSpendableCredit(db, { actor, token: creditToken, currency: "USD" });
  const balance = credit?.balance.minorUnits ?? 0;
  const total = quote.total.minorUnits;
  if (!credit || balance === 0 || creditPart(balance, total) < shownCredit) {
    return fail({ kind: "credit_gone" });
  }
  const madeToMeasure = quote.lines.some((line) => line.madeToMeasure);
  const delivery = { worth: quote.total, madeToMeasure, now: clock.now() };
  const paysAll = balance >= total + cheapestShipping(shipping, delivery, destination);
  return ok({ accountId: credit.id, expectedMinor: shownCredit, paysAll });
}

type QuotedItems = { total: MoneyAmount; lines: readonly { madeToMeasure: boolean }[] };

/** `shownCredit`: minor units, null when the customer uses no credit; `creditToken`: of the private link. */
type CreditChoice = {
  actor: Actor;
  creditToken?: string | null;
  shownCredit: number | null;
  destination: Destination;
};

/** Store credit beside a card or transfer, or null. */
async function findDeposit(tx: Transaction, order: Order): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, order.id),
        eq(payments.method, "store_credit"),
        ne(payments.id, order.payment.id),
      ),
    );
  return row ?? null;
}

/**
 * Reserves store credit for a pending order: all of it as the only method, else a deposit. Repeating reserves
 * no more. False if the balance covers less than the checkout showed. `cheapestMinor`: the lowest shipping price.
 */
export async function holdCredit(
  tx: Transaction,
  input: { orderId: string; credit: ChosenCredit; cheapestMinor: number; at: Date },
): Promise<boolean> {
  const { at, cheapestMinor, credit, orderId } = input;
  const { accountId, expectedMinor } = credit;
  const order = await lockOrder(tx, orderId);
  if (order?.status !== "pending") return false;
  const held = await listCreditOfOrder(tx, order.id);
  if (held.some(({ amountMinor }) => amountMinor > 0)) return true;
  const { total } = order.totals;
  const isWhole = order.payment.method === "store_credit";
  const account = await lockCreditAccount(tx, accountId);
  const balance = account?.balance.minorUnits ?? 0;
  if (creditPart(balance, total.minorUnits) < expectedMinor) return false;
  const part = isWhole ? total.minorUnits : depositPart(balance, total.minorUnits, cheapestMinor);
  if (part === 0) return false;
  const entry = { kind: "spend", amountMinor: -part, orderId: order.id, at } as const;
  if (!(await writeCreditEntry(tx, accountId, entry))) return false;
  if (!isWhole) {
    await tx.insert(payments).values({
      orderId: order.id,
      kind: "deposit",
      method: "store_credit",
      provider: "store_credit",
      amountMinor: part,
      currency: total.currency,
    });
    await tx
      .update(payments)
      .set({ kind: "balance", amountMinor: total.minorUnits - part })
      .where(eq(payments.id, order.payment.id));
  }
  const amount = { minorUnits: part, currency: total.currency };
  await recordOrderEvent(tx, { orderId: order.id, type: "credit_used", detail: { amount }, at });
  return true;
}

/**
 * Adjusts an order's reserved credit to its total with delivery, and records the difference as it records what was reserved first, so that
 * the steps of an order add up to its credit. False if the balance is too low.
 */
export async function adjustHeldCredit(
  tx: Transaction,
  input: { order: Order; totalMinor: number; at: Date },
): Promise<boolean> {
  const { at, order, totalMinor } = input;
  const [held] = await listCreditOfOrder(tx, order.id);
  if (!held) return false;
  const more = totalMinor - held.amountMinor;
  if (more === 0) return true;
  const entry = { kind: more > 0 ? "spend" : "release", amountMinor: -more } as const;
  const written = await writeCreditEntry(tx, held.accountId, { ...entry, orderId: order.id, at });
  if (!written) return false;
  const amount = { minorUnits: Math.abs(more), currency: order.totals.total.currency };
  const type = more > 0 ? "credit_used" : "credit_released";
  await recordOrderEvent(tx, { orderId: order.id, type, detail: { amount }, at });
  return true;
}

/** Returns the credit of an order ending unpaid, in its transaction. */
export async function releaseOrderCredit(
  tx: Transaction,
  order: Order,
  status: "cancelled" | "expired" | "failed",
): Promise<void> {
  if (order.credit.minorUnits === 0) return;
  const held = await listCreditOfOrder(tx, order.id);
  await releaseCredit(tx, order.id);
  await tx
    .update(payments)
    .set({ status })
    .where(
      and(
        eq(payments.orderId, order.id),
        eq(payments.method, "store_credit"),
        inArray(payments.status, ["pending", "processing"]),
      ),
    );
  const minorUnits = held.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (minorUnits === 0) return;
  const detail = { amount: { ...order.credit, minorUnits } };
  await recordOrderEvent(tx, { orderId: order.id, type: "credit_released", detail });
}

/**
 * What store credit pays beside the payment that just arrived, in minor units. Credit already returned is
 * used again if the payment is the expected rest and the balance suffices; else zero.
 */
export async function claimDeposit(
  tx: Transaction,
  order: Order,
  { paidMinor, totalMinor, at }: { paidMinor: number; totalMinor: number; at: Date },
): Promise<number> {
  const deposit = await findDeposit(tx, order);
  if (!deposit) return 0;
  const { amountMinor, status } = deposit;
  if (status === "pending" || status === "processing") return amountMinor;
  const wasReleased = status === "cancelled" || status === "expired" || status === "failed";
  if (!wasReleased || paidMinor + amountMinor !== totalMinor) return 0;
  const [payer] = await listCreditOfOrder(tx, order.id);
  const entry = { kind: "spend", amountMinor: -amountMinor, orderId: order.id, at } as const;
  if (!payer || !(await writeCreditEntry(tx, payer.accountId, entry))) return 0;
  const amount = { minorUnits: amountMinor, currency: order.totals.total.currency };
  await recordOrderEvent(tx, { orderId: order.id, type: "credit_used", detail: { amount }, at });
  return amountMinor;
}

/** Captures a completed order's deposit in the money ledger. */
export async function captureDeposit(tx: Transaction, order: Order): Promise<void> {
  const deposit = await findDeposit(tx, order);
  if (!deposit) return;
  const { amountMinor, currency, id } = deposit;
  await tx
    .update(payments)
    .set({ status: "captured", capturedMinor: amountMinor })
    .where(eq(payments.id, id));
  await tx
    .insert(paymentMovements)
    .values({
      paymentId: id,
      orderId: order.id,
      kind: "charge",
      amountMinor,
      currency,
      provider: "store_credit",
      providerId: id,
      method: "Store credit",
    })
    .onConflictDoNothing();
}

/** Stores the delivery chosen in the shop on a pending order, with its total. */
export async function writeDelivery(
  tx: Transaction,
  order: Pick<Order, "id" | "payment">,
  delivery: Pick<
    typeof orders.$inferInsert,
    "shippingAddress" | "buyerTaxNumber" | "shippingMethod" | "shippingMinor" | "reservedUntil"
  > & { totalMinor: number; dueMinor: number; depositMinor?: number | null },
): Promise<void> {
  const { depositMinor = null, dueMinor, ...values } = delivery;
  await tx.update(orders).set(values).where(eq(orders.id, order.id));
  await tx
    .update(payments)
    .set({ amountMinor: dueMinor, depositMinor })
    .where(eq(payments.id, order.payment.id));
}
