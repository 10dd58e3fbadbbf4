import { eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { savedOrderViews } from "#db/schema/orders.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";

/** Forgets a kept view; one that is gone already is no failure. */
export async function deleteOrderView(
  deps: { db: Database },
  input: { actor: Actor; id: string },
): Promise<Result<null, "forbidden">> {
  const { actor, id } = input;
  if (!isAdmin(actor)) return fail("forbidden");
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
}
