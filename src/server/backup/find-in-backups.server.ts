import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "#platform/env.server.ts";
import { listManualBackups } from "../keys/manual-backups.server.ts";
import { entryOfUpload, readEntryName } from "./archive.server.ts";
import { backupTimeOf } from "./backup-retention.ts";
import { checkBackup } from "./read-backup.server.ts";

type Found = {
  /** By storage key, the backup that has the file. */
  holders: ReadonlyMap<string, string>;
  /** Backups that the shop knows of and could not read; they may be on a disk that is not attached. */
  unread: readonly string[];
};

async function namesIn(folder: string | undefined): Promise<string[]> {
  return folder !== undefined && existsSync(folder) ? readdir(folder) : [];
}

/** Scheduled backups and those that the command has made, wherever they are now. */
async function listBackupFiles({ BACKUP_DIR, DATA_DIR }: Env): Promise<string[]> {
  const scheduled = (await namesIn(BACKUP_DIR)).filter((name) => backupTimeOf(name) !== null);
  const manual = await listManualBackups(DATA_DIR);
  return [
    ...new Set([
      ...scheduled.map((name) => join(BACKUP_DIR ?? "", name)),
      ...manual.map(({ file }) => file),
    ]),
  ];
}

/** The storage keys of the files in a backup; null when it cannot be read. */
async function listFilesIn(backup: string): Promise<string[] | null> {
  const checked = await checkBackup(backup);
  if (!checked.ok) return null;
  return checked.value.entries.flatMap(({ name }) => {
    const entry = readEntryName(name);
    return entry.kind === "upload" ? [entry.key] : [];
  });
}

/**
 * Looks for these stored files in every backup that the shop knows of, and in the data that a restore has put aside. Reads each backup
 * as a whole.
 */
export async function findInBackups(env: Env, keys: readonly string[]): Promise<Found> {
  const holders = new Map<string, string>();
  const unread: string[] = [];
  for (const backup of await listBackupFiles(env)) {
    const stored = await listFilesIn(backup);
    if (stored === null) unread.push(backup);
    for (const key of keys) if (stored?.includes(key)) holders.set(key, backup);
  }
  const asides = (await namesIn(env.DATA_DIR)).filter((name) => name.startsWith("before-restore-"));
  for (const folder of asides.map((name) => join(env.DATA_DIR, name))) {
    for (const key of keys) {
      if (existsSync(join(folder, entryOfUpload(key)))) holders.set(key, folder);
    }
  }
  return { holders, unread };
}
