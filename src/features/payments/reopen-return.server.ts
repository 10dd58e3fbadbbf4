import { and, eq, ne } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { refunds } from "#db/schema/refunds.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { canReturnBecome } from "#features/orders/return-progress.ts";

/** Whether money for a return arrived or is on its way: a refund that failed gave nothing. */
export async function isPaidBack(tx: Transaction, returnId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.returnRequestId, returnId), ne(refunds.status, "failed")));
  return rows.length > 0;
}

/**
 * Opens a settled return again whose refund the bank sent back, so that its money can be given back again; its order is locked and the refund
 * is marked as failed. One that another refund pays, or that was not settled by money, stays. Answers with the number of the return that the
 * refund was for, and whether it was opened; null when it was for none.
 */
export async function reopenReturn(
  tx: Transaction,
  returnId: string | null,
): Promise<{ authorizationNumber: string; reopened: boolean } | null> {
  if (returnId === null) return null;
  const [asked] = await tx.select().from(returnRequests).where(eq(returnRequests.id, returnId));
  if (!asked) return null;
  const { authorizationNumber, status } = asked;
  const reopened = canReturnBecome(status, "received", "bank") && !(await isPaidBack(tx, returnId));
  if (reopened) {
    await tx
      .update(returnRequests)
      .set({ status: "received", closedAt: null })
      .where(eq(returnRequests.id, returnId));
  }
  return { authorizationNumber, reopened };
}
