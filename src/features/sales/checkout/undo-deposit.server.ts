import { and, eq, sql } from "drizzle-orm";
import type { ContentChange } from "#core/content-tag.ts";
import { orderNumber } from "#core/document-number.ts";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { amountIn, money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { bumpForStock } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { paymentMovements, payments } from "#db/schema/payments.server.ts";
import { atelierHolds } from "#db/schema/production.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { enqueueEmail, withdrawEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { releaseCloth } from "#features/garments/cloth/commit-cloth.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { findOrderById, lockOrder } from "#features/orders/order/order-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import {
  depositOfOrder,
  isDepositReceived,
  leftToPay,
  missingOfDeposit,
  transferredOf,
} from "#features/orders/order/transfer-deposit.ts";
import { depositUndoneEmail } from "#features/sales/payments/deposit-email.ts";
import { isOwedByTransfer } from "#features/sales/payments/payment.ts";
import { listReviewedPayments } from "#features/sales/payments/payment-queries.server.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";
import { changePayment } from "#features/sales/payments/payment-records.server.ts";
import { sendSettlementEmail } from "#features/sales/payments/settlement-emails.server.ts";
import { findTransferInstructions, orderUrlOf } from "./bank-transfer.server.ts";

type Undo = { actor: Admin; orderId: string; movementId: string };

/**
 * Takes back a transfer that was recorded by mistake for an unpaid order, also after the order ended, or beside the payment of a paid
 * one, until it is sent back. The
 * ledger keeps both movements. An order whose deposit is not there any more holds nothing by it, and keeps its days. Withdraws the
 * unsent email about it, and corrects one that may have been read. Idempotent.
 */
export const undoDeposit = asAdmin(
  async (deps: SettlementDeps, input: Undo): Promise<Result<null, "not_found" | "over">> => {
    if (!isId(input.orderId) || !isId(input.movementId)) return fail("not_found");
    const undone = await inTransaction(deps.db, (tx) => write(tx, deps, input));
    if (!undone.ok) return undone;
    if (undone.value) await deps.content.settle(undone.value);
    return ok(null);
  },
);

/** Whether what was received can still be a mistake: it does not pay its order in full, and nothing went back. */
async function isUndoable(tx: Transaction, order: Order, paymentId: string): Promise<boolean> {
  const isOwn = paymentId === order.payment.id;
  if (isOwn && order.status === "pending") return order.payment.status === "processing";
  const reviewed = await listReviewedPayments(tx, order.id);
  const owed = reviewed.find(({ id }) => id === paymentId);
  if (!owed || !isOwedByTransfer(owed)) return false;
  return owed.left.minorUnits === owed.captured.minorUnits;
}

/** A charge by its id, or what undid one by the provider's id that both have. */
async function findMovement(
  db: Queryable,
  order: Order,
  { id, kind }: { kind: "charge" | "charge_undone"; id: string },
) {
  const column = kind === "charge" ? paymentMovements.id : paymentMovements.providerId;
  const [row] = await db
    .select()
    .from(paymentMovements)
    .where(
      and(eq(column, id), eq(paymentMovements.kind, kind), eq(paymentMovements.orderId, order.id)),
    );
  return row ?? null;
}

async function write(
  tx: Transaction,
  deps: SettlementDeps,
  { actor, movementId, orderId }: Undo,
): Promise<Result<ContentChange | null, "not_found" | "over">> {
  const order = await lockOrder(tx, orderId);
  const charge = order && (await findMovement(tx, order, { kind: "charge", id: movementId }));
  if (!order || !charge) return fail("not_found");
  const { amountMinor, currency, method, paymentId, provider, providerId } = charge;
  if (await findMovement(tx, order, { kind: "charge_undone", id: providerId })) return ok(null);
  if (!(await isUndoable(tx, order, paymentId))) return fail("over");
  await tx.insert(paymentMovements).values({
    orderId,
    paymentId,
    kind: "charge_undone",
    amountMinor: -amountMinor,
    currency,
    provider,
    providerId,
    method,
  });
  const [left] = await tx
    .update(payments)
    .set({ capturedMinor: sql`${payments.capturedMinor} - ${amountMinor}` })
    .where(eq(payments.id, paymentId))
    .returning({ capturedMinor: payments.capturedMinor });
  const capturedMinor = left?.capturedMinor ?? 0;
  const isOwn = paymentId === order.payment.id;
  if (isOwn && capturedMinor === 0) await forgetTransfer(tx, order);
  const changed = await findOrderById(tx, orderId);
  if (!changed) throw new Error("The order is gone");
  const deposit = isOwn ? depositOfOrder(changed) : null;
  // What arrived after the end, or beside the payment, holds nothing.
  const changedProducts = deposit && !isDepositReceived(deposit) ? await endHold(tx, changed) : [];
  const amount = amountIn({ minorUnits: amountMinor, currency }, changed.totals.total.currency);
  if (!amount) throw new Error("The transfer was of another currency");
  await recordOrderEvent(tx, {
    orderId,
    type: "deposit_undone",
    detail: {
      amount,
      by: actor.name,
      ...(order.status === "pending" && { left: leftToPay(changed) }),
    },
  });
  await recordChanges(tx, actor, [
    {
      action: "took back a recorded transfer of",
      subject: "order",
      subjectId: orderId,
      before: { receivedMinor: capturedMinor + amountMinor },
      after: { receivedMinor: capturedMinor },
    },
  ]);
  await correctEmails(tx, deps, { order: changed, movementId, amount });
  return ok(await bumpForStock(tx, changedProducts));
}

/** Of an order of which nothing is here any more: it awaits the whole as before its first part (ADR 0105), or has ended unpaid. */
async function forgetTransfer(tx: Transaction, { payment, status }: Order): Promise<void> {
  await tx
    .update(payments)
    .set({ depositMinor: null })
    .where(and(eq(payments.id, payment.id), eq(payments.depositMinor, payments.amountMinor)));
  if (status === "cancelled" || status === "expired") await changePayment(tx, payment.id, status);
}

/** Ends what the order holds by its deposit alone. Returns the products whose pages show another availability. */
async function endHold(tx: Transaction, order: Order): Promise<readonly string[]> {
  const [ended] = await tx
    .update(atelierHolds)
    .set({ isHeldByDeposit: false, isHeld: false })
    .where(and(eq(atelierHolds.orderId, order.id), atelierHolds.isHeldByDeposit))
    .returning({ orderId: atelierHolds.orderId });
  return ended ? releaseCloth(tx, order) : [];
}

type Correction = { order: Order; movementId: string; amount: MoneyAmount };

/** The customer ends up with the right amounts, whatever was sent before. */
async function correctEmails(
  tx: Transaction,
  deps: SettlementDeps,
  { amount, movementId, order }: Correction,
): Promise<void> {
  const isEnded = order.status === "cancelled" || order.status === "expired";
  const late = await withdrawEmail(tx, `transfer-late:${movementId}`);
  if (late === "out") await sendCorrection(tx, deps, { order, movementId, amount });
  // What arrived after the end was in no other email.
  if (late !== "none") return;
  const received = await withdrawEmail(tx, `deposit-received:${movementId}`);
  const owed = isEnded ? await withdrawEmail(tx, `deposit-owed:${order.id}`) : "none";
  if (received === "out" || owed === "out") {
    await sendCorrection(tx, deps, { order, movementId, amount });
    return;
  }
  const left = transferredOf(order);
  if (isEnded && left.minorUnits > 0) {
    await sendSettlementEmail(tx, deps, {
      type: "deposit_owed",
      order,
      amount: left,
      as: order.status === "cancelled" ? "cancelled" : "expired",
    });
  }
}

/** What the shop still owes of an order that ended, or beside one that is paid. */
async function owedBeside(tx: Transaction, order: Order): Promise<MoneyAmount> {
  const owed = (await listReviewedPayments(tx, order.id)).filter(isOwedByTransfer);
  const minorUnits = owed.reduce((sum, { left }) => sum + left.minorUnits, 0);
  return money(minorUnits, order.totals.total.currency);
}

async function sendCorrection(
  tx: Transaction,
  deps: SettlementDeps,
  { amount, movementId, order }: Correction,
): Promise<void> {
  const deposit = depositOfOrder(order);
  const { general } = await getSiteShell(tx);
  const terms = await findTransferInstructions(tx, order);
  await enqueueEmail(tx, deps.jobs, {
    ...depositUndoneEmail({
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      contactEmail: general.contactEmail,
      orderNumber: orderNumber(order.id),
      orderUrl: orderUrlOf(deps, order),
      customerName: order.address?.fullName,
      amount,
      received: terms ? transferredOf(order) : await owedBeside(tx, order),
      left: leftToPay(order),
      missing: deposit ? missingOfDeposit(deposit) : leftToPay(order),
      terms,
    }),
    dedupeKey: `deposit-undone:${movementId}`,
    recipient: order.customerEmail,
  });
}
