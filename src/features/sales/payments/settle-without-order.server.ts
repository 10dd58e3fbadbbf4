import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { bumpForStockAndImpact } from "#db/content-version.server.ts";
import { paymentMovements, payments, refunds } from "#db/schema/payments.server.ts";
import type { DisputeEvent, ProviderRefund, RefundEvent } from "#platform/payments.server.ts";
import type { SettlementDeps } from "./payment-records.server.ts";
import { canRefundBecome, REFUND_STATUSES } from "./refund.ts";

type RefundsOrDispute =
  | Pick<RefundEvent, "type" | "refunds">
  | Pick<DisputeEvent, "type" | "dispute">;

/**
 * Records refunds and disputes of a donation or foreign payment, repeated and in any order: ledger, payment
 * and written refunds change, and New Dawn's totals with a donation.
 */
export async function settleWithoutOrder(
  deps: Pick<SettlementDeps, "db" | "clock" | "content">,
  paymentId: string,
  event: RefundsOrDispute,
): Promise<void> {
  const change = await deps.db.transaction(async (tx) => {
    const [locked] = await tx
      .select()
      .from(payments)
      .where(eq(payments.id, paymentId))
      .for("update");
    if (!locked) return null;
    const { donationId, provider } = locked;
    const movements = movementsOf(event).map(({ amount, sign, ...movement }) => ({
      ...movement,
      donationId,
      paymentId,
      provider,
      amountMinor: sign * amount.minorUnits,
      currency: amount.currency,
    }));
    const reported = event.type === "refunds.changed" ? event.refunds : [];
    for (const each of reported) await settleWritten(tx, paymentId, each, deps.clock.now());
    const written =
      movements.length === 0
        ? []
        : await tx
            .insert(paymentMovements)
            .values(movements)
            .onConflictDoNothing()
            .returning({ kind: paymentMovements.kind, minor: paymentMovements.amountMinor });
    const returned = written
      .filter(({ kind }) => kind === "refund" || kind === "refund_failed")
      .reduce((sum, { minor }) => sum - minor, locked.refundedMinor);
    const isDisputed = event.type === "dispute.changed" && event.dispute.outcome !== "won";
    await tx
      .update(payments)
      .set({
        refundedMinor: Math.max(0, Math.min(returned, locked.capturedMinor)),
        ...(event.type === "dispute.changed" && {
          disputedAt: isDisputed ? deps.clock.now() : null,
        }),
      })
      .where(eq(payments.id, paymentId));
    return bumpForStockAndImpact(tx, []);
  });
  if (change) await deps.content.settle(change);
}

function movementsOf(event: RefundsOrDispute) {
  if (event.type === "refunds.changed") {
    return event.refunds.flatMap(({ id, amount, status }) => {
      if (!id || status === "pending") return [];
      const gone = { kind: "refund" as const, providerId: id, amount, sign: -1 };
      const returned = { kind: "refund_failed" as const, providerId: id, amount, sign: 1 };
      // So that a late success finds its entry.
      return status === "failed" ? [gone, returned] : [gone];
    });
  }
  const { amount, id, outcome } = event.dispute;
  const opened = { kind: "dispute" as const, providerId: id, amount, sign: -1 };
  const won = { kind: "dispute_won" as const, providerId: id, amount, sign: 1 };
  return outcome === "won" ? [opened, won] : [opened];
}

/** Settles a refund written by the shop; others have no row. */
async function settleWritten(
  tx: Transaction,
  paymentId: string,
  { failure, id, key, status }: ProviderRefund,
  at: Date,
): Promise<void> {
  const isIt = or(
    key ? sql`${refunds.id}::text = ${key}` : undefined,
    id ? eq(refunds.providerRefundId, id) : undefined,
  );
  if (!isIt) return;
  const before = REFUND_STATUSES.filter((from) => from === status || canRefundBecome(from, status));
  await tx
    .update(refunds)
    .set({
      ...(id && { providerRefundId: id }),
      ...(status !== "pending" && { status, failure, settledAt: at }),
    })
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.status, before), isIt));
}
