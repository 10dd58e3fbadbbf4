import type { Transaction } from "#db/client.server.ts";
import { paymentMovements } from "#db/schema/refunds.server.ts";
import type { PaymentSession } from "#platform/payments.server.ts";

/** Writes money that came in into the ledger, once however often it is told; what cost nothing moved nothing. */
export async function recordCharge(
  tx: Transaction,
  of: { orderId: string } | { donationId: string },
  provider: string,
  session: PaymentSession,
): Promise<void> {
  const { minorUnits, currency } = session.total;
  if (minorUnits === 0) return;
  await tx
    .insert(paymentMovements)
    .values({
      ...of,
      kind: "charge",
      amountMinor: minorUnits,
      currency,
      provider,
      providerId: session.paymentId ?? session.id,
      method: session.method,
    })
    .onConflictDoNothing();
}
