import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orders, savedOrderViews } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { narrowedBy } from "./order-conditions.server.ts";
import type { BuiltInView } from "./order-view.ts";
import { BUILT_IN_VIEWS } from "./order-view.ts";

/** A view somebody of the shop keeps. */
export type SavedView = { id: string; name: string; query: string };

/** The views to choose from: how much lies in each that every shop has, and those that were kept, by name. */
export type OrderViews = { counts: Record<BuiltInView, number>; saved: readonly SavedView[] };

/** Reads the views for an admin; one statement a view that is counted. */
export async function listOrderViews(
  db: Queryable,
  input: { actor: Actor },
): Promise<Result<OrderViews, "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  const counts = { to_ship: 0, returns: 0, attention: 0 };
  for (const { key, filter } of BUILT_IN_VIEWS) {
    const [row] = await db
      .select({ count: count() })
      .from(orders)
      .where(and(narrowedBy(filter), filter.status ? eq(orders.status, filter.status) : undefined));
    counts[key] = row?.count ?? 0;
  }
  const saved = await db
    .select({ id: savedOrderViews.id, name: savedOrderViews.name, query: savedOrderViews.query })
    .from(savedOrderViews)
    .orderBy(asc(sql`lower(${savedOrderViews.name})`), asc(savedOrderViews.id));
  return ok({ counts, saved });
}
