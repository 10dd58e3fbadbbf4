import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Queryable } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";

/** Exists once scheduled backups have run. */
const ROW = "backups";

/** How the backup holds the keys of the shop: all of them, sealed; some of them in clear; or none. Absent before that was recorded. */
const keys = z.enum(["sealed", "plain", "none"]).optional();

const stored = z.object({
  lastGood: z
    .object({
      at: z.coerce.date(),
      file: z.string(),
      bytes: z.number(),
      everyHours: z.number(),
      keys,
    })
    .nullable()
    .default(null),
  failure: z.object({ at: z.coerce.date(), reason: z.string() }).nullable().default(null),
  incomplete: z
    .object({ at: z.coerce.date(), file: z.string(), lostFiles: z.array(z.string()) })
    .nullable()
    .default(null),
});

/**
 * `failure` is the one since the last good backup. `incomplete` is the last backup when it lacks files that the shop names, whether it was
 * scheduled or made by the command; it is written and not good.
 */
export type BackupRecord = z.infer<typeof stored>;

/** Reads the scheduled backups' last report; null before the first. */
export async function findBackupRecord(db: Queryable): Promise<BackupRecord | null> {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.settingName, ROW));
  return row ? (stored.safeParse(row.settingValue).data ?? null) : null;
}

/** Records a backup: what the outcome does not name stays, but a failure ends with every backup that was written. */
export async function recordBackup(db: Queryable, outcome: Partial<BackupRecord>): Promise<void> {
  const before = await findBackupRecord(db);
  const { lastGood, failure, incomplete } = {
    lastGood: before?.lastGood ?? null,
    incomplete: before?.incomplete ?? null,
    failure: null,
    ...outcome,
  };
  const settingValue = {
    lastGood: lastGood && { ...lastGood, at: lastGood.at.toISOString() },
    failure: failure && { ...failure, at: failure.at.toISOString() },
    incomplete: incomplete && { ...incomplete, at: incomplete.at.toISOString() },
  };
  await db
    .insert(siteSettings)
    .values({ settingName: ROW, settingValue, version: 0 })
    .onConflictDoUpdate({ target: siteSettings.settingName, set: { settingValue } });
}
