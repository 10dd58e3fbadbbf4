import { eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import type { RestoreRefusal } from "#features/audit/earlier-version.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { planSettingsRestore } from "./settings-restore.server.ts";

/**
 * Puts a setting back as it was before an entry of the log (decision D7), under the rules of any change: what the shop would not take
 * today is refused, and nobody's newer change is overwritten unseen.
 */
export async function restoreSettingsVersion(
  deps: { db: Database; content: CacheInvalidation },
  input: { actor: Actor; entryId: string; version: number },
): Promise<Result<null, RestoreRefusal>> {
  const { actor, entryId, version } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  return changeContent(deps, async (tx) => {
    const plan = await planSettingsRestore(tx, entryId);
    if (!plan.ok) return plan;
    const { settingName, now: before, restored: after } = plan.value;
    const [row] = await tx
      .select({ version: siteSettings.version })
      .from(siteSettings)
      .where(eq(siteSettings.settingName, settingName))
      .for("update");
    if (row?.version !== version || plan.value.version !== version) return fail("conflict");
    await tx
      .update(siteSettings)
      .set({ settingValue: { ...after }, version: sql`${siteSettings.version} + 1` })
      .where(eq(siteSettings.settingName, settingName));
    const record = { action: "restored", subject: "settings", subjectId: settingName } as const;
    await recordChanges(tx, actor, [{ ...record, before, after }]);
    return ok(null);
  });
}
