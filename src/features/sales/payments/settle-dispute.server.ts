import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { paymentMovements, payments } from "#db/schema/payments.server.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import {
  hasOrderEvent,
  recordOrderEvent,
} from "#features/orders/order/stored-order-events.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Dispute } from "#platform/payments.server.ts";
import type { PaymentRow } from "./payment-records.server.ts";

const STEPS = { open: "disputed", won: "dispute_won", lost: "dispute_lost" } as const;

/**
 * Applies a dispute in one transaction, repeated and in any order: the bank takes the money at its opening
 * and returns it when the shop wins. Returns whether anything was new.
 */
export async function settleDispute(
  deps: { db: Database; clock: Clock },
  input: { payment: PaymentRow; dispute: Dispute },
): Promise<boolean> {
  const { dispute, payment } = input;
  const { id: paymentId, orderId, provider } = payment;
  return deps.db.transaction(async (tx) => {
    if (!orderId || !(await lockOrder(tx, orderId))) return false;
    const { minorUnits, currency } = dispute.amount;
    const move = async (kind: "dispute" | "dispute_won") => {
      const rows = await tx
        .insert(paymentMovements)
        .values({
          orderId,
          paymentId,
          kind,
          amountMinor: kind === "dispute" ? -minorUnits : minorUnits,
          currency,
          provider,
          providerId: dispute.id,
        })
        .onConflictDoNothing()
        .returning({ id: paymentMovements.id });
      return rows.length > 0;
    };
    const isOpened = await move("dispute");
    if (dispute.outcome === "won") await move("dispute_won");
    const type = STEPS[dispute.outcome];
    const isKnown = await hasOrderEvent(tx, { orderId, type, detail: { disputeId: dispute.id } });
    // An opening after its own end is old.
    if (isKnown || (dispute.outcome === "open" && !isOpened)) return false;
    await tx
      .update(payments)
      .set({ disputedAt: dispute.outcome === "won" ? null : deps.clock.now() })
      .where(eq(payments.id, paymentId));
    await recordOrderEvent(tx, {
      orderId,
      type,
      detail: { disputeId: dispute.id, amount: dispute.amount },
    });
    return true;
  });
}
