import { and, eq, not, or, sql } from "drizzle-orm";
import type { ContentChange } from "#core/content-tag.ts";
import { orderNumber } from "#core/document-number.ts";
import { DAY_MS } from "#core/duration.ts";
import { formatDay, startOfDay } from "#core/georgetown-time.ts";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { manualProviderOf, paymentProviderLabel } from "#core/payment-providers.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { bumpForStock } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentMovements, payments } from "#db/schema/payments.server.ts";
import { atelierHolds } from "#db/schema/production.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { recommitCloth } from "#features/garments/cloth/commit-cloth.server.ts";
import {
  claimPlannedDays,
  readAtelierAgain,
} from "#features/garments/scheduling/promise-order.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { findOrderById, lockOrder } from "#features/orders/order/order-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import {
  depositOfOrder,
  isDepositReceived,
  leftToPay,
} from "#features/orders/order/transfer-deposit.ts";
import { depositReceivedEmail } from "#features/sales/payments/deposit-email.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";
import { findTransferInstructions, orderUrlOf, recordTransfer } from "./bank-transfer.server.ts";

/**
 * 'over': the order awaits no transfer, is paid or has ended; 'nothing': no amount of its currency; 'too_much': more than is
 * left to pay; what comes beyond it is recorded by `recordLateTransfer` once the order is paid; 'wrong_day': no day, or one to come.
 */
export type RecordDepositFailure = "not_found" | "over" | "nothing" | "too_much" | "wrong_day";

type Receipt = {
  orderId: string;
  amount: MoneyAmount;
  /** YYYY-MM-DD in Georgetown, from the statement of the account. */
  receivedOn: string;
  /** Of one press. */
  key: string;
};

/** Why a receipt is refused, or null. */
function validateReceipt(
  order: Order,
  { amount, receivedOn }: Receipt,
  now: Date,
): RecordDepositFailure | null {
  const { address, payment, status } = order;
  const isOpen = status === "pending" && payment.status === "processing" && address !== null;
  if (!isOpen || payment.method !== "manual") return "over";
  const left = leftToPay(order);
  if (!Number.isSafeInteger(amount.minorUnits) || amount.minorUnits < 1) return "nothing";
  if (amount.currency !== left.currency) return "nothing";
  if (amount.minorUnits > left.minorUnits) return "too_much";
  const day = startOfDay(receivedOn);
  return day === null || day > now ? "wrong_day" : null;
}

const providerIdOf = ({ payment }: Order, key: string) => `${payment.id}:${key}`;

async function isRecorded(db: Queryable, order: Order, key: string): Promise<boolean> {
  const rows = await db
    .select({ id: paymentMovements.id })
    .from(paymentMovements)
    .where(
      and(
        eq(paymentMovements.provider, order.payment.provider),
        eq(paymentMovements.kind, "charge"),
        eq(paymentMovements.providerId, providerIdOf(order, key)),
      ),
    );
  return rows.length > 0;
}

/**
 * Records what a customer transferred of an unpaid order: less than the deposit is recorded as what it is, and more counts towards the
 * rest. Once the deposit is there, the order holds makers' time and cloth like one with a confirmed email (ADR 0063), and the rest has
 * its own days. A part of an order that was asked for no deposit leaves its days as they are (ADR 0105). The last of it completes the
 * order. Emails what is left to pay, and until when. Idempotent by key.
 */
export const recordDeposit = asAdmin(
  async (
    deps: SettlementDeps,
    input: Receipt & { actor: Admin },
  ): Promise<Result<null, RecordDepositFailure>> => {
    const { actor, amount, key, orderId } = input;
    const order = isId(orderId) ? await findOrderById(deps.db, orderId) : null;
    if (!order) return fail("not_found");
    if (await isRecorded(deps.db, order, key)) return ok(null);
    const refusal = validateReceipt(order, input, deps.clock.now());
    if (refusal) return fail(refusal);
    if (amount.minorUnits === leftToPay(order).minorUnits) {
      const paid = await recordTransfer(deps, { actor, orderId, confirmed: amount });
      if (paid.ok) return paid;
      return fail(paid.error === "not_found" ? paid.error : "over");
    }
    const plan = order.madeToMeasure ? await readAtelierAgain(deps, order) : null;
    const recorded = await inTransaction(deps.db, (tx) => write(tx, deps, input, plan));
    if (!recorded.ok) return recorded;
    if (recorded.value) await deps.content.settle(recorded.value);
    return ok(null);
  },
);

type AtelierPlan = Awaited<ReturnType<typeof readAtelierAgain>>;

async function write(
  tx: Transaction,
  deps: SettlementDeps,
  receipt: Receipt & { actor: Admin },
  plan: AtelierPlan | null,
): Promise<Result<ContentChange | null, RecordDepositFailure>> {
  const { actor, amount, orderId, receivedOn } = receipt;
  const now = deps.clock.now();
  const order = await lockOrder(tx, orderId);
  if (!order) return fail("not_found");
  if (await isRecorded(tx, order, receipt.key)) return ok(null);
  const refusal = validateReceipt(order, receipt, now);
  if (refusal) return fail(refusal);
  const before = depositOfOrder(order);
  const movementId = await recordMovement(tx, order, receipt);
  const changed = await findOrderById(tx, orderId);
  const deposit = changed && depositOfOrder(changed);
  if (!changed || !deposit) throw new Error("The order lost its deposit");
  const wasHeld = before !== null && isDepositReceived(before);
  const isHeldNow = !wasHeld && isDepositReceived(deposit);
  const changedProducts = isHeldNow ? await holdByDeposit(tx, changed, plan, now) : [];
  const day = formatDay(startOfDay(receivedOn) ?? now);
  const left = leftToPay(changed);
  const detail = { amount, left, receivedOn: day, by: actor.name };
  await recordOrderEvent(tx, { orderId, type: "deposit_received", detail });
  await recordChanges(tx, actor, [
    {
      action: "recorded a transfer of",
      subject: "order",
      subjectId: orderId,
      before: { receivedMinor: before?.received.minorUnits ?? 0 },
      after: { receivedMinor: deposit.received.minorUnits, receivedOn },
    },
  ]);
  await sendEmail(tx, deps, { orderId, movementId, amount, receivedOn: day });
  return ok(await bumpForStock(tx, changedProducts));
}

/** Writes what arrived to payment and ledger. Returns the movement's id. */
async function recordMovement(
  tx: Transaction,
  order: Order,
  { amount, key }: Receipt,
): Promise<string> {
  const { id: paymentId, capturedMinor, provider } = order.payment;
  await tx
    .update(payments)
    .set({
      capturedMinor: capturedMinor + amount.minorUnits,
      // Where no deposit was asked for, the whole is what the part counts towards.
      depositMinor: sql`coalesce(${payments.depositMinor}, ${payments.amountMinor})`,
    })
    .where(eq(payments.id, paymentId));
  const [movement] = await tx
    .insert(paymentMovements)
    .values({
      orderId: order.id,
      paymentId,
      kind: "charge",
      amountMinor: amount.minorUnits,
      currency: amount.currency,
      provider,
      providerId: providerIdOf(order, key),
      method: paymentProviderLabel(manualProviderOf(provider)),
    })
    .returning({ id: paymentMovements.id });
  if (!movement) throw new Error("The movement was not written");
  return movement.id;
}

/**
 * Gives a locked order the days of its rest, and the makers' time and cloth that it did not hold for good. Cloth that others used up
 * is reported, as for a late payment. Returns the products whose pages show another availability.
 */
async function holdByDeposit(
  tx: Transaction,
  order: Order,
  plan: AtelierPlan | null,
  now: Date,
): Promise<readonly string[]> {
  const terms = await findTransferInstructions(tx, order);
  const restUntil = new Date(now.getTime() + (terms?.deposit?.restDays ?? 0) * DAY_MS);
  if (!order.reservedUntil || order.reservedUntil < restUntil) {
    await tx.update(orders).set({ reservedUntil: restUntil }).where(eq(orders.id, order.id));
  }
  const [hold] = await tx
    .update(atelierHolds)
    .set({ isHeldByDeposit: true })
    .where(
      and(
        eq(atelierHolds.orderId, order.id),
        or(atelierHolds.isStranger, not(atelierHolds.isHeld)),
      ),
    )
    .returning({ orderId: atelierHolds.orderId });
  if (!hold) return [];
  const { changedProducts, missing } = await recommitCloth(tx, order);
  if (missing.length > 0) {
    await recordOrderEvent(tx, { orderId: order.id, type: "oversold", detail: { missing } });
  }
  if (plan) await claimPlannedDays(tx, plan, order);
  return changedProducts;
}

async function sendEmail(
  tx: Transaction,
  deps: SettlementDeps,
  receipt: { orderId: string; movementId: string; amount: MoneyAmount; receivedOn: string },
): Promise<void> {
  const { amount, movementId, orderId, receivedOn } = receipt;
  const order = await findOrderById(tx, orderId);
  const terms = order && (await findTransferInstructions(tx, order));
  if (!order || !terms?.deposit) throw new Error("The order awaits no transfer");
  const { general } = await getSiteShell(tx);
  const { left, missing, received } = terms.deposit;
  await enqueueEmail(tx, deps.jobs, {
    ...depositReceivedEmail({
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      contactEmail: general.contactEmail,
      orderNumber: orderNumber(order.id),
      orderUrl: orderUrlOf(deps, order),
      customerName: order.address?.fullName,
      instructions: terms.instructions,
      reference: terms.reference,
      until: terms.until,
      amount,
      receivedOn,
      received,
      left,
      missing,
    }),
    dedupeKey: `deposit-received:${movementId}`,
    recipient: order.customerEmail,
  });
}
