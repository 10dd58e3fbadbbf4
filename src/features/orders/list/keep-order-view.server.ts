import { count, eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { savedOrderViews } from "#db/schema/orders.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { MAX_ORDER_VIEWS, readViewName, viewQuery } from "./order-view.ts";

/** Why a view was not kept; 'invalid' says what is wrong with the name. */
export type KeepViewFailure =
  | { code: "forbidden" | "too_many" | "not_found" }
  | { code: "invalid"; message: string };

const TAKEN = { code: "invalid", message: "This name is taken" } as const;

/** Keeps the list's filters under a name, for everybody of the shop; the same view twice is one. */
export async function keepOrderView(
  deps: { db: Database },
  input: { actor: Actor; name: string; search: string },
): Promise<Result<{ query: string }, KeepViewFailure>> {
  const { actor } = input;
  if (!isAdmin(actor)) return fail({ code: "forbidden" });
  const name = readViewName(input.name);
  if (!name.ok) return fail({ code: "invalid", message: name.error });
  const query = viewQuery(input.search);
  return deps.db.transaction(async (tx) => {
    // Two people who keep a view at once must not both find room, or the name free.
    await tx.execute(sql`lock table saved_order_views in share row exclusive mode`);
    const [twin] = await tx
      .select({ query: savedOrderViews.query })
      .from(savedOrderViews)
      .where(eq(sql`lower(${savedOrderViews.name})`, name.value.toLowerCase()));
    if (twin) return twin.query === query ? ok({ query }) : fail(TAKEN);
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
}
