import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { getTableName } from "drizzle-orm";
import type { Pool, PoolClient } from "pg";
import { AppError } from "#core/app-error.ts";
import type { Database } from "#db/client.server.ts";
import { countSecondFactorsOf } from "#features/base/identity/reseal-second-factors.server.ts";
import { countStripeKeysOf } from "#features/base/settings/reseal-stripe-keys.server.ts";
import { findBackupRecord } from "#features/office/reports/backup-record.server.ts";
import type { Env } from "#platform/env.server.ts";
import { measurementKeyFingerprint, settingsKeyFingerprint } from "#platform/secrets.server.ts";
import { DamagedArchive } from "../backup/archive.server.ts";
import { backupTimeOf } from "../backup/backup-retention.ts";
import { countSealedValues } from "../backup/sealed-values.server.ts";
import { SEALED_COLUMNS } from "../start/sealed-columns.server.ts";
import type { KeysInUse } from "./key-claims.server.ts";
import { countProcessesWithOtherKeys } from "./key-claims.server.ts";
import { listManualBackups } from "./manual-backups.server.ts";

/** What still needs a former key. Nothing may be forgotten unless all of it is empty. */
export type FormerKeyUse = {
  /** Running processes that seal with another key than the current one. */
  processes: number;
  /** Values of the database, such as "contracts", and how many a former key has sealed. */
  rows: readonly { name: string; count: number }[];
  /** Backups whose measurements only a former key opens. */
  backups: readonly string[];
};

type Deps = { env: Env; db: Database; pool: Pool; keys: KeysInUse };

const END_POLL_MS = 100;
const END_PATIENCE_MS = 30_000;

const OPEN_TRANSACTIONS = `
  select pid, xact_start::text as since from pg_stat_activity
   where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`;

/** Waits for the transactions that are open now: a process that was killed may have sent its commit. */
async function outwaitTransactions(client: PoolClient): Promise<void> {
  const deadline = performance.now() + END_PATIENCE_MS;
  type Open = { pid: number; since: string };
  const { rows: early } = await client.query<Open>(OPEN_TRANSACTIONS);
  const isEarly = ({ pid, since }: Open) =>
    early.some((each) => each.pid === pid && each.since === since);
  while (performance.now() < deadline) {
    const { rows } = await client.query<Open>(OPEN_TRANSACTIONS);
    if (!rows.some(isEarly)) return;
    await wait(END_POLL_MS);
  }
  throw new AppError(
    "database",
    "Something has been working in the database for half a minute, such as a backup: try again when it has ended. Nothing was changed.",
  );
}

async function countProcesses({ keys, pool }: Deps): Promise<number> {
  const client = await pool.connect();
  try {
    const processes = await countProcessesWithOtherKeys(client, keys);
    await outwaitTransactions(client);
    return processes;
  } finally {
    client.release();
  }
}

async function countRows({ db, keys }: Deps): Promise<{ name: string; count: number }[]> {
  const { measurementKeys, secrets } = keys;
  const former = measurementKeys.former.map(measurementKeyFingerprint);
  const counts = new Map<string, number>();
  for (const column of SEALED_COLUMNS) {
    const byKey = await column.countByKey(db);
    const name = getTableName(column.table).replaceAll("_", " ");
    const count = former.reduce((sum, keyId) => sum + (byKey.get(keyId) ?? 0), 0);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  counts.set(
    "Stripe keys",
    await countStripeKeysOf(db, secrets.oldSettingsKeys.map(settingsKeyFingerprint)),
  );
  counts.set("second factors", await countSecondFactorsOf(db, secrets));
  return [...counts].map(([name, count]) => ({ name, count })).filter(({ count }) => count > 0);
}

const isAside = (name: string) => name.startsWith("before-restore-");

/** Null for a file that is damaged: it cannot be restored with any key. */
async function readSealedValues(file: string) {
  try {
    return await countSealedValues(file);
  } catch (error) {
    if (error instanceof DamagedArchive) return null;
    throw error;
  }
}

/** Lists the backups of BACKUP_DIR that need a former key, and the newest also when its disk is not attached. */
async function listScheduledBackups(
  { db, env }: Deps,
  needsFormer: (keyIds: Iterable<string>) => boolean,
): Promise<string[]> {
  const folder = env.BACKUP_DIR ?? "";
  const found: string[] = [];
  const names = existsSync(folder) ? await readdir(folder) : [];
  for (const name of names.filter((each) => backupTimeOf(each) !== null)) {
    const file = join(folder, name);
    const sealed = await readSealedValues(file);
    if (sealed && !sealed.holdsMeasurementKeys && needsFormer(sealed.counts.keys())) {
      found.push(file);
    }
  }
  const last = (await findBackupRecord(db))?.lastGood?.file;
  return last === undefined || names.includes(last) ? found : [...found, last];
}

/** Scheduled backups, backups made by hand wherever they are now, and shops that a restore has put aside. */
async function listBackups(deps: Deps): Promise<string[]> {
  const { DATA_DIR } = deps.env;
  const former = new Set(deps.keys.measurementKeys.former.map(measurementKeyFingerprint));
  if (former.size === 0) return [];
  const needsFormer = (keyIds: Iterable<string>) => [...keyIds].some((keyId) => former.has(keyId));
  const manual = (await listManualBackups(DATA_DIR)).filter((each) => needsFormer(each.keyIds));
  const asides = existsSync(DATA_DIR) ? (await readdir(DATA_DIR)).filter(isAside) : [];
  const files = [
    ...manual.map(({ file }) => file),
    ...(await listScheduledBackups(deps, needsFormer)),
    ...asides.map((name) => join(DATA_DIR, name)),
  ];
  return [...new Set(files)];
}

/**
 * Asks the running processes, the database and the stored backups what still needs a former key, in this order: what no process can
 * write any more is counted once. A backup that holds its own keys, sealed by a passphrase, needs none of them.
 */
export async function findFormerKeyUse(deps: Deps): Promise<FormerKeyUse> {
  const processes = await countProcesses(deps);
  return { processes, rows: await countRows(deps), backups: await listBackups(deps) };
}
