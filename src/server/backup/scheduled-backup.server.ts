import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#core/app-error.ts";
import type { Database } from "#db/client.server.ts";
import { syncFolder } from "#db/embedded/cluster.server.ts";
import { findBackupRecord, recordBackup } from "#features/office/reports/backup-record.server.ts";
import type { Env } from "#platform/env.server.ts";
import { safeMessage } from "#platform/log-redaction.ts";
import { draftOf } from "./archive.server.ts";
import type { BackupDeps } from "./back-up-shop.server.ts";
import { backUpShop } from "./back-up-shop.server.ts";
import { backupKeysOf } from "./backup-keys.server.ts";
import { backupFileName, backupTimeOf, listExpiredBackups } from "./backup-retention.ts";
import { checkBackup } from "./read-backup.server.ts";

const HOUR_MS = 60 * 60 * 1000;

/** The hourly job starts ever later. */
const SLACK_MS = 10 * 60 * 1000;

export type ScheduledBackupDeps = Omit<BackupDeps, "onBegin" | "onFile"> & {
  db: Database;
  env: Pick<Env, "BACKUP_DIR" | "BACKUP_EVERY_HOURS" | "BACKUP_KEEP_DAYS" | "BACKUP_KEEP_WEEKS">;
};

export type ScheduledBackup = {
  file: string;
  bytes: number;
  deleted: readonly string[];
  lostFiles: readonly string[];
};

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC") return "the disk is full";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return "the shop may not write to the folder";
  }
  // Without the values of a failed statement.
  return error instanceof Error ? safeMessage(error) : String(error);
}

/** Lost files do not prevent the backup. They are found again in the file that is read back. */
async function writeChecked(
  deps: ScheduledBackupDeps,
  file: string,
): Promise<{ bytes: number; lostFiles: readonly string[] }> {
  const quiet = { onBegin: () => undefined, onFile: () => undefined };
  const trouble = await deps.files.check();
  if (trouble) throw new AppError("storage", trouble.message);
  const done = await backUpShop(
    { ...deps, ...quiet },
    { file, overwrite: false, withoutFiles: true },
  );
  if (!done.ok) throw new AppError("internal", `${file} exists already`);
  const checked = await checkBackup(file);
  if (checked.ok) return { bytes: done.value.bytes, lostFiles: checked.value.lostFiles };
  await rm(file, { force: true });
  throw new AppError("internal", `the file read back was ${checked.error.code}`);
}

const DRAFT = draftOf("");

const isDraft = (name: string) =>
  name.endsWith(DRAFT) && backupTimeOf(name.slice(0, -DRAFT.length)) !== null;

async function makeBackup(
  deps: ScheduledBackupDeps,
  folder: string,
): Promise<ScheduledBackup | null> {
  const { clock, env } = deps;
  const now = clock.now();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  const newest = Math.max(0, ...names.map((name) => backupTimeOf(name)?.getTime() ?? 0));
  if (now.getTime() - newest < env.BACKUP_EVERY_HOURS * HOUR_MS - SLACK_MS) return null;
  // A killed process leaves its unfinished file.
  for (const draft of names.filter(isDraft)) await rm(join(folder, draft));
  const name = backupFileName(now);
  const { bytes, lostFiles } = await writeChecked(deps, join(folder, name));
  const retention = { days: env.BACKUP_KEEP_DAYS, weeks: env.BACKUP_KEEP_WEEKS };
  // A backup that lacks files is no reason to delete the last one that has them.
  const lastGood = lostFiles.length > 0 ? (await findBackupRecord(deps.db))?.lastGood : null;
  const expired = listExpiredBackups([...names, name], retention);
  const deleted = expired.filter((old) => old !== lastGood?.file);
  for (const old of deleted) await rm(join(folder, old));
  await syncFolder(folder);
  return { file: name, bytes, deleted, lostFiles };
}

/**
 * Backs up into BACKUP_DIR when its newest scheduled backup is older than BACKUP_EVERY_HOURS: written and read back, or absent. Then
 * deletes expired ones (`listExpiredBackups`). Records the outcome; null when not due. One that lacks files is recorded as incomplete, and
 * the last good one stays beside it. A failure is recorded and thrown.
 */
export async function runScheduledBackup(
  deps: ScheduledBackupDeps,
): Promise<ScheduledBackup | null> {
  const { db, clock, env } = deps;
  if (!env.BACKUP_DIR) return null;
  try {
    const made = await makeBackup(deps, env.BACKUP_DIR);
    if (!made) return null;
    const { bytes, file, lostFiles } = made;
    const everyHours = env.BACKUP_EVERY_HOURS;
    const at = clock.now();
    await recordBackup(
      db,
      lostFiles.length > 0
        ? { incomplete: { at, file, lostFiles: [...lostFiles] } }
        : {
            lastGood: { at, file, bytes, everyHours, keys: backupKeysOf(deps.keys) },
            incomplete: null,
          },
    );
    return made;
  } catch (error) {
    await recordBackup(db, { failure: { at: clock.now(), reason: reasonOf(error) } });
    throw error;
  }
}
