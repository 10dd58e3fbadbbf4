import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { EarlierVersion, RestoreRefusal } from "#features/audit/field-change.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { planProductRestore } from "./product-restore.server.ts";

/** The effect of restoring a product to before an entry; changes nothing. */
export async function previewProductRestore(
  db: Queryable,
  input: { actor: Actor; entryId: string },
): Promise<Result<EarlierVersion, RestoreRefusal>> {
  const { actor, entryId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const plan = await planProductRestore(db, { actor, entryId });
  if (!plan.ok) return plan;
  const { version, now, restored, fromZero } = plan.value;
  return ok({ version, now, restored, fromZero });
}
