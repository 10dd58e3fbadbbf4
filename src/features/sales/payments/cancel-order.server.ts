import { eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { quantityLeft } from "#features/orders/order/line-quantities.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import { lineHistories, listShipments } from "#features/orders/order/shipment-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import { isProviderError } from "#platform/payment-trouble.ts";
import { expireCheckout } from "./expire-checkout.server.ts";
import type { RefundRow } from "./payment-queries.server.ts";
import { findRefunds } from "./payment-queries.server.ts";
import type { SettlementDeps } from "./payment-records.server.ts";
import { refundableMinor } from "./refund.ts";
import type { RefundFailure } from "./refund-order.server.ts";
import { executeRefunds } from "./refund-order.server.ts";
import { findRefundByIdempotencyKey, writeRefund } from "./write-refund.server.ts";
import { isPaidToOtherAccount } from "./wrong-provider-account.server.ts";

export type CancelOrderFailure = RefundFailure | "shipped" | "conflict" | "over";

type Input = {
  actor: Admin;
  orderId: string;
  /** As the owner saw it; ISO 8601. */
  version: string;
  reason: string;
  restock: boolean;
  /** Whether what was paid by transfer is sent from the bank account already; without it the refund waits for the owner. */
  isSent?: boolean;
  key: string;
};

/**
 * Cancels an unshipped order. An unpaid one ends at the provider and is restocked; a paid one is refunded
 * whole (decision C3), restocked on request. 'conflict': changed meanwhile. Throws when the provider cannot
 * end an unpaid one.
 */
export const cancelOrder = asAdmin(
  async (deps: SettlementDeps, input: Input): Promise<Result<null, CancelOrderFailure>> => {
    const { orderId, version } = input;
    if (!isId(orderId)) return fail("not_found");
    const [order] = await deps.db
      .select({ status: orders.status, updatedAt: orders.updatedAt })
      .from(orders)
      .where(eq(orders.id, orderId));
    if (!order) return fail("not_found");
    if (order.status !== "pending") return cancelPaid(deps, input);
    if (order.updatedAt.toISOString() !== version) return fail("conflict");
    return cancelUnpaid(deps, input);
  },
);

async function cancelUnpaid(
  deps: SettlementDeps,
  { actor, orderId }: Input,
): Promise<Result<null, CancelOrderFailure>> {
  const ending = { orderId, as: "cancelled", because: "shop_cancelled" } as const;
  const status = await expireCheckout(deps, ending).catch((error: unknown) => {
    if (isProviderError(error) && error.trouble === "other_account") return "elsewhere" as const;
    throw error;
  });
  if (status === "elsewhere") return fail(status);
  // Paid meanwhile: the owner decides anew.
  if (status !== "cancelled") return fail("conflict");
  await recordChanges(deps.db, actor, [
    {
      action: "cancelled",
      subject: "order",
      subjectId: orderId,
      before: { status: "pending" },
      after: { status },
    },
  ]);
  return ok(null);
}

/** Asks the provider after the commit, as any refund. */
async function cancelPaid(
  deps: SettlementDeps,
  input: Input,
): Promise<Result<null, CancelOrderFailure>> {
  if (await isPaidToOtherAccount(deps, input.orderId)) return fail("elsewhere");
  const claimed = await inTransaction(deps.db, (tx) => claim(tx, deps, input));
  if (!claimed.ok) return claimed;
  const refunded = await executeRefunds(deps, claimed.value, { isSent: input.isSent === true });
  return refunded.ok ? ok(null) : refunded;
}

async function claim(
  tx: Transaction,
  deps: SettlementDeps,
  { actor, isSent = false, key, orderId, reason, restock, version }: Input,
): Promise<Result<readonly RefundRow[], Exclude<CancelOrderFailure, "provider" | "elsewhere">>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return fail("not_found");
  const twin = await findRefundByIdempotencyKey(tx, order, key);
  // A second press.
  if (!twin.ok || twin.value.length > 0) return twin;
  if (order.status !== "completed") return fail("over");
  const shipments = await listShipments(tx, order.id);
  if (shipments.length > 0) return fail("shipped");
  const [row] = await tx
    .select({ updatedAt: orders.updatedAt })
    .from(orders)
    .where(eq(orders.id, order.id));
  if (row?.updatedAt.toISOString() !== version) return fail("conflict");
  const { total } = order.totals;
  const left = refundableMinor(total.minorUnits, await findRefunds(tx, order.id));
  const historyOf = await lineHistories(tx, order.id, shipments);
  const written = await writeRefund(tx, deps, order, {
    actor,
    isSent,
    amount: money(left, total.currency),
    reason,
    items: order.lines
      .map((line) => ({ line, quantity: quantityLeft(line.quantity, historyOf(line.id)) }))
      .filter(({ quantity }) => quantity > 0)
      .map(({ line, quantity }) => ({ orderItemId: line.id, quantity, restock })),
    returnRequestId: null,
    key,
  });
  if (!written.ok) return written;
  await recordOrderEvent(tx, {
    orderId: order.id,
    type: "cancelled_by_shop",
    detail: { by: actor.name },
  });
  return written;
}
