import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { EarlierVersion, RestoreRefusal } from "#features/audit/field-change.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { planCategoryRestore } from "./category-restore.server.ts";

/** The effect of restoring a category to before an entry; changes nothing. */
export async function previewCategoryRestore(
  db: Queryable,
  input: { actor: Actor; entryId: string },
): Promise<Result<EarlierVersion, RestoreRefusal>> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  const plan = await planCategoryRestore(db, input.entryId);
  if (!plan.ok) return plan;
  const { version, now, restored } = plan.value;
  return ok({ version, now, restored });
}
