import { and, eq, gt, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Database } from "#db/client.server.ts";
import { backInStockRequests } from "#db/schema/stock.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { listSoldOut } from "./sold-out-queries.server.ts";

/** One address may ask so often in an hour, so that nobody is signed up for a whole catalogue by somebody else. */
export const MAX_RESTOCK_ALERTS_PER_HOUR = 20;

const HOUR_MS = 60 * 60 * 1000;

/**
 * Keeps that somebody wants to hear when a sold-out combination can be bought again. Asking again is the same asking, and is answered
 * the same, so that nobody learns who asked. 'there' when it can be bought already, or is no combination of the product.
 */
export async function subscribeRestockAlert(
  deps: { db: Database; clock: Clock },
  input: { productId: string; variantId: string; email: string },
): Promise<Result<null, "there" | "too_many">> {
  const email = tidyLine(input.email);
  const isAsker = eq(sql`lower(${backInStockRequests.email})`, email.toLowerCase());
  return deps.db.transaction(async (tx) => {
    const offered = await listSoldOut(tx, input.productId);
    const wanted = offered.find(({ variantId }) => variantId === input.variantId);
    if (!wanted) return fail("there" as const);
    const since = new Date(deps.clock.now().getTime() - HOUR_MS);
    const recent = await tx.$count(
      backInStockRequests,
      and(isAsker, gt(backInStockRequests.createdAt, since)),
    );
    if (recent >= MAX_RESTOCK_ALERTS_PER_HOUR) return fail("too_many" as const);
    await tx
      .insert(backInStockRequests)
      .values({ variantId: wanted.variantId, email, createdAt: deps.clock.now() })
      .onConflictDoNothing();
    return ok(null);
  });
}
