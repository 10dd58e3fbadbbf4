import { and, eq, ne, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { savedOrderViews } from "#db/schema/orders.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { KeepViewFailure } from "./keep-order-view.server.ts";
import { readViewName } from "./order-view.ts";

/** Gives a kept view another name. */
export async function renameOrderView(
  deps: { db: Database },
  input: { actor: Actor; id: string; name: string },
): Promise<Result<{ query: string }, KeepViewFailure>> {
  const { actor, id } = input;
  if (!isAdmin(actor)) return fail({ code: "forbidden" });
  if (!isId(id)) return fail({ code: "not_found" });
  const name = readViewName(input.name);
  if (!name.ok) return fail({ code: "invalid", message: name.error });
  return deps.db.transaction(async (tx) => {
    // Two people who choose a name at once must not both find it free.
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
    if (other) return fail({ code: "invalid" as const, message: "This name is taken" });
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
}
