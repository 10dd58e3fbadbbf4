import { and, asc, eq, lt } from "drizzle-orm";
import { refunds } from "#db/schema/refunds.server.ts";
import { findOrderById } from "#features/orders/order-queries.server.ts";
import type { RefundDeps } from "./refund-order.server.ts";
import { executeRefund } from "./refund-order.server.ts";

/** One round's portion. */
const SWEEP_BATCH = 100;

/** A refund younger than this is still in the hands of whoever pressed the button. */
const QUIET_MS = 60 * 1000;

/** Asks the provider about refunds that went quiet, oldest first, and for those it never heard of. Tells how many came to which end. */
export async function sweepRefunds(
  deps: RefundDeps,
): Promise<{ succeeded: number; failed: number; left: number }> {
  const before = new Date(deps.clock.now().getTime() - QUIET_MS);
  const quiet = await deps.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, "pending"), lt(refunds.createdAt, before)))
    .orderBy(asc(refunds.createdAt))
    .limit(SWEEP_BATCH);
  const tally = { succeeded: 0, failed: 0, left: 0 };
  for (const refund of quiet) {
    const order = await findOrderById(deps.db, refund.orderId);
    const status = order ? await executeRefund(deps, order, refund) : "pending";
    tally[status === "pending" ? "left" : status] += 1;
  }
  return tally;
}
