import { and, eq, ne } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { refunds } from "#db/schema/payments.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { canReturnBecome } from "#features/orders/order/return-progress.ts";

/** Whether a return's money arrived or is on its way. */
export async function isPaidBack(tx: Transaction, returnId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.returnRequestId, returnId), ne(refunds.status, "failed")));
  return rows.length > 0;
}

/**
 * Reopens a settled return whose refund the bank returned, under the order's lock; not if refunded otherwise.
 * Returns its number and whether it was reopened; null without a return.
 */
export async function reopenReturn(
  tx: Transaction,
  returnId: string | null,
): Promise<{ authorizationNumber: string; reopened: boolean } | null> {
  if (returnId === null) return null;
  const [announced] = await tx.select().from(returnRequests).where(eq(returnRequests.id, returnId));
  if (!announced) return null;
  const { authorizationNumber, status } = announced;
  const reopened = canReturnBecome(status, "received", "bank") && !(await isPaidBack(tx, returnId));
  if (reopened) {
    await tx
      .update(returnRequests)
      .set({ status: "received", closedAt: null })
      .where(eq(returnRequests.id, returnId));
  }
  return { authorizationNumber, reopened };
}
