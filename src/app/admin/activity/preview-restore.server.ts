import type { Queryable } from "#db/client.server.ts";
import type { ActivityEntry } from "#features/audit/activity-queries.server.ts";
import { describeDifference } from "#features/audit/activity-queries.server.ts";
import { restorable } from "#features/audit/earlier-version.ts";
import type { Actor } from "#features/identity/actor.ts";
import { restoreOwners } from "./restore-owners.server.ts";
import type { Preview } from "./restore-panel.tsx";

/** What putting an entry's thing back would change, in words; null where an entry has nothing to put back. */
export async function previewRestore(
  db: Queryable,
  input: { actor: Actor; entry: ActivityEntry },
): Promise<Preview | null> {
  const { actor, entry } = input;
  const subject = entry.hasEarlier ? restorable(entry.subject) : null;
  if (!subject) return null;
  const plan = await restoreOwners[subject].preview(db, { actor, entryId: entry.id });
  if (!plan.ok) return plan;
  const { version, now, restored, fromZero = [] } = plan.value;
  const told = await describeDifference(db, { actor, before: now, after: restored });
  return told.ok ? { ok: true, version, changes: told.value, fromZero } : told;
}
