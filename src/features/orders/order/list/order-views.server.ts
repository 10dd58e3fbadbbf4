import { and, asc, count, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orders, savedOrderViews } from "#db/schema/orders.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin, asAdminWithCode } from "#features/base/identity/guards.server.ts";
import { narrowedBy } from "./order-conditions.server.ts";
import type { BuiltInView } from "./order-view.ts";
import { BUILT_IN_VIEWS, MAX_ORDER_VIEWS, readViewName, viewQuery } from "./order-view.ts";

export type SavedView = { id: string; name: string; query: string };

/** Saved ones by name. */
export type OrderViews = { counts: Record<BuiltInView, number>; saved: readonly SavedView[] };

/** The views for an admin; one statement per count. */
export const listOrderViews = asAdmin(async (db: Queryable): Promise<Result<OrderViews>> => {
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
});

/** 'invalid' has the name's error. */
export type KeepViewFailure =
  | { code: "forbidden" | "too_many" | "not_found" }
  | { code: "invalid"; message: string };

const NAME_IN_USE = { code: "invalid", message: "This name is already used" } as const;

/** Saves filters under a name for all staff; idempotent. */
export const keepOrderView = asAdminWithCode(
  async (
    deps: { db: Database },
    input: { actor: Admin; name: string; search: string },
  ): Promise<Result<{ query: string }, KeepViewFailure>> => {
    const { actor } = input;
    const name = readViewName(input.name);
    if (!name.ok) return fail({ code: "invalid", message: name.error });
    const query = viewQuery(input.search);
    return inTransaction(deps.db, async (tx) => {
      // Keeps the limit and unique names.
      await tx.execute(sql`lock table saved_order_views in share row exclusive mode`);
      const [twin] = await tx
        .select({ query: savedOrderViews.query })
        .from(savedOrderViews)
        .where(eq(sql`lower(${savedOrderViews.name})`, name.value.toLowerCase()));
      if (twin) return twin.query === query ? ok({ query }) : fail(NAME_IN_USE);
      const [held] = await tx.select({ views: count() }).from(savedOrderViews);
      if ((held?.views ?? 0) >= MAX_ORDER_VIEWS) return fail({ code: "too_many" as const });
      const [row] = await tx
        .insert(savedOrderViews)
        .values({ name: name.value, query, createdBy: actor.userId })
        .returning({ id: savedOrderViews.id });
      await recordChanges(tx, actor, [
        {
          action: "kept",
          subject: "order view",
          subjectId: row?.id ?? "",
          before: null,
          after: { name: name.value, filters: query },
        },
      ]);
      return ok({ query });
    });
  },
);

/** Renames a saved view. */
export const renameOrderView = asAdminWithCode(
  async (
    deps: { db: Database },
    input: { actor: Admin; id: string; name: string },
  ): Promise<Result<{ query: string }, KeepViewFailure>> => {
    const { actor, id } = input;
    if (!isId(id)) return fail({ code: "not_found" });
    const name = readViewName(input.name);
    if (!name.ok) return fail({ code: "invalid", message: name.error });
    return inTransaction(deps.db, async (tx) => {
      // Concurrent renames must not share a name.
      await tx.execute(sql`lock table saved_order_views in share row exclusive mode`);
      const [view] = await tx.select().from(savedOrderViews).where(eq(savedOrderViews.id, id));
      if (!view) return fail({ code: "not_found" as const });
      const [other] = await tx
        .select({ id: savedOrderViews.id })
        .from(savedOrderViews)
        .where(
          and(
            ne(savedOrderViews.id, id),
            eq(sql`lower(${savedOrderViews.name})`, name.value.toLowerCase()),
          ),
        );
      if (other) return fail({ code: "invalid" as const, message: "This name is already used" });
      await tx.update(savedOrderViews).set({ name: name.value }).where(eq(savedOrderViews.id, id));
      await recordChanges(tx, actor, [
        {
          action: "renamed",
          subject: "order view",
          subjectId: id,
          before: { name: view.name },
          after: { name: name.value },
        },
      ]);
      return ok({ query: view.query });
    });
  },
);

/** Deletes a saved view; idempotent. */
export const deleteOrderView = asAdmin(
  async (deps: { db: Database }, input: { actor: Admin; id: string }): Promise<Result<null>> => {
    const { actor, id } = input;
    if (!isId(id)) return ok(null);
    return deps.db.transaction(async (tx) => {
      const [view] = await tx
        .delete(savedOrderViews)
        .where(eq(savedOrderViews.id, id))
        .returning({ name: savedOrderViews.name, query: savedOrderViews.query });
      if (view) {
        const before = { name: view.name, filters: view.query };
        await recordChanges(tx, actor, [
          { action: "deleted", subject: "order view", subjectId: id, before, after: null },
        ]);
      }
      return ok(null);
    });
  },
);

/**
 * Deletes saved views older than a moment whose search names an email, a note about a person. Others stay.
 * Returns how many.
 */
export async function deleteOldPersonSearches(
  db: Database,
  input: { before: Date },
): Promise<number> {
  const old = await db
    .select({ id: savedOrderViews.id, query: savedOrderViews.query })
    .from(savedOrderViews)
    .where(lt(savedOrderViews.createdAt, input.before));
  const ids = old
    .filter(({ query }) => new URLSearchParams(query).get("q")?.includes("@"))
    .map(({ id }) => id);
  if (ids.length > 0) await db.delete(savedOrderViews).where(inArray(savedOrderViews.id, ids));
  return ids.length;
}
