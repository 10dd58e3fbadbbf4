import { and, eq, lte } from "drizzle-orm";
import { bumpForStock } from "#db/content-version.server.ts";
import { atelierHolds } from "#db/schema/production.server.ts";
import { releaseCloth } from "#features/garments/cloth/commit-cloth.server.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import type { SettlementDeps } from "./payment-records.server.ts";

/** The next run follows after a minute. */
const MAX_HOLDS = 500;

/**
 * Ends what strangers hold with orders that wait for their money longer than a stranger may hold (ADR 0051): their cloth is free
 * again. The orders stay, and get time and cloth when they are paid. Returns how many ended.
 */
export async function endStrangersHolds(
  deps: Pick<SettlementDeps, "db" | "clock" | "content">,
): Promise<number> {
  const isOver = and(atelierHolds.isHeld, lte(atelierHolds.heldUntil, deps.clock.now()));
  const over = await deps.db
    .select({ orderId: atelierHolds.orderId })
    .from(atelierHolds)
    .where(isOver)
    .limit(MAX_HOLDS);
  for (const { orderId } of over) {
    const change = await deps.db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const ended = await tx
        .update(atelierHolds)
        .set({ isHeld: false })
        .where(and(eq(atelierHolds.orderId, orderId), isOver))
        .returning({ orderId: atelierHolds.orderId });
      if (!order || ended.length === 0) return null;
      return bumpForStock(tx, await releaseCloth(tx, order));
    });
    if (change) await deps.content.settle(change);
  }
  return over.length;
}
