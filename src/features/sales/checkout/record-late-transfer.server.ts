import { and, eq } from "drizzle-orm";
import { orderNumber } from "#core/document-number.ts";
import { formatDay, startOfDay } from "#core/georgetown-time.ts";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { manualProviderOf, paymentProviderLabel } from "#core/payment-providers.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { paymentMovements, payments } from "#db/schema/payments.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import { transferLateEmail } from "#features/sales/payments/deposit-email.ts";
import {
  canReceiveFurtherTransfer,
  canReceiveLateTransfer,
} from "#features/sales/payments/payment.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";
import { changePayment } from "#features/sales/payments/payment-records.server.ts";
import { owedDayOf } from "#features/sales/payments/transfer-back-queries.server.ts";
import { orderUrlOf } from "./bank-transfer.server.ts";

/**
 * 'over': the transfer pays its order, which waits for it, or the order was not to be paid by transfer; 'nothing': no amount of its
 * currency; 'wrong_day': no day, or one to come.
 */
type RecordLateTransferFailure = "not_found" | "over" | "nothing" | "wrong_day";

/** More than any order costs: an amount with too many digits is a mistake of typing. */
const MAX_MINOR = 1_000_000_000;

type LateTransfer = {
  orderId: string;
  amount: MoneyAmount;
  /** YYYY-MM-DD in Georgetown, from the statement of the account. */
  receivedOn: string;
  /** Of one press. */
  key: string;
};

function validateLateTransfer(
  order: Order,
  { amount, receivedOn }: LateTransfer,
  now: Date,
): RecordLateTransferFailure | null {
  if (!canReceiveLateTransfer(order) && !canReceiveFurtherTransfer(order)) return "over";
  const { minorUnits } = amount;
  if (!Number.isSafeInteger(minorUnits) || minorUnits < 1 || minorUnits > MAX_MINOR)
    return "nothing";
  if (amount.currency !== order.totals.total.currency) return "nothing";
  const day = startOfDay(receivedOn);
  return day === null || day > now ? "wrong_day" : null;
}

async function isRecorded(tx: Transaction, { payment }: Order, providerId: string) {
  const movements = await tx.$count(
    paymentMovements,
    and(
      eq(paymentMovements.provider, payment.provider),
      eq(paymentMovements.kind, "charge"),
      eq(paymentMovements.providerId, providerId),
    ),
  );
  return movements > 0;
}

/**
 * Records a transfer, or a part of one, that arrived after its order had ended or was paid: the shop owes it from then on, beside what
 * was transferred before, until the owner sends it back, gives it as store credit, or makes an ended order after all (ADR 0094). The
 * order stays as it is. Emails the customer what arrived and what happens with it. Any amount, because the whole of it is the
 * customer's. Idempotent by key.
 */
export const recordLateTransfer = asAdmin(
  async (
    deps: SettlementDeps,
    input: LateTransfer & { actor: Admin },
  ): Promise<Result<null, RecordLateTransferFailure>> => {
    if (!isId(input.orderId)) return fail("not_found");
    return inTransaction(deps.db, (tx) => write(tx, deps, input));
  },
);

async function write(
  tx: Transaction,
  deps: SettlementDeps,
  late: LateTransfer & { actor: Admin },
): Promise<Result<null, RecordLateTransferFailure>> {
  const { actor, amount, key, orderId, receivedOn } = late;
  const now = deps.clock.now();
  const order = await lockOrder(tx, orderId);
  if (!order) return fail("not_found");
  const { capturedMinor, id: paymentId, provider } = order.payment;
  const providerId = `${paymentId}:${key}`;
  if (await isRecorded(tx, order, providerId)) return ok(null);
  const refusal = validateLateTransfer(order, late, now);
  if (refusal) return fail(refusal);
  const isFurther = canReceiveFurtherTransfer(order);
  const owedId = isFurther ? await addFurther(tx, order, amount) : await addLate(tx, order, amount);
  const [movement] = await tx
    .insert(paymentMovements)
    .values({
      orderId,
      paymentId: owedId,
      kind: "charge",
      amountMinor: amount.minorUnits,
      currency: amount.currency,
      provider,
      providerId,
      method: paymentProviderLabel(manualProviderOf(provider)),
    })
    .returning({ id: paymentMovements.id });
  if (!movement) throw new Error("The movement was not written");
  const day = formatDay(startOfDay(receivedOn) ?? now);
  const detail = { amount, receivedOn: day, by: actor.name };
  await recordOrderEvent(tx, {
    orderId,
    type: isFurther ? "transfer_further" : "transfer_late",
    detail,
  });
  await recordChanges(tx, actor, [
    {
      action: isFurther ? "recorded a further transfer of" : "recorded a late transfer of",
      subject: "order",
      subjectId: orderId,
      before: { receivedMinor: capturedMinor },
      after: { receivedMinor: capturedMinor + amount.minorUnits, receivedOn },
    },
  ]);
  const { general } = await getSiteShell(tx);
  await enqueueEmail(tx, deps.jobs, {
    ...transferLateEmail({
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      contactEmail: general.contactEmail,
      orderNumber: orderNumber(orderId),
      orderUrl: orderUrlOf(deps, order),
      customerName: order.address?.fullName,
      amount,
      receivedOn: day,
      because: isFurther ? "paid" : order.status === "cancelled" ? "cancelled" : "expired",
      until: await owedDayOf(tx, { orderId, paymentId: owedId }),
    }),
    dedupeKey: `transfer-late:${movement.id}`,
    recipient: order.customerEmail,
  });
  return ok(null);
}

/** Adds what arrived to the payment of an order that ended. Returns its id. */
async function addLate(tx: Transaction, { payment }: Order, amount: MoneyAmount): Promise<string> {
  await tx
    .update(payments)
    .set({ capturedMinor: payment.capturedMinor + amount.minorUnits })
    .where(eq(payments.id, payment.id));
  await changePayment(tx, payment.id, "owed_back");
  return payment.id;
}

/** Writes what arrived for a paid order as a payment of its own, so that what paid the order stays as it is. Returns its id. */
async function addFurther(
  tx: Transaction,
  { id: orderId, payment }: Order,
  { currency, minorUnits }: MoneyAmount,
): Promise<string> {
  const [further] = await tx
    .insert(payments)
    .values({
      orderId,
      method: payment.method,
      provider: payment.provider,
      status: "duplicate",
      amountMinor: minorUnits,
      capturedMinor: minorUnits,
      currency,
    })
    .returning({ id: payments.id });
  if (!further) throw new Error("The payment was not written");
  return further.id;
}
