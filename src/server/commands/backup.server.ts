import { rm } from "node:fs/promises";
import { openDatabase } from "#db/client.server.ts";
import { findBackupRecord, recordBackup } from "#features/office/reports/backup-record.server.ts";
import { describeKeys } from "#features/office/reports/shop-health.ts";
import type { ShopFiles } from "#platform/file-store.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import { findMeasurementKeys } from "#platform/secrets.server.ts";
import { describeContents, describeSize, draftOf } from "../backup/archive.server.ts";
import type { BackedUp, BackupFailure } from "../backup/back-up-shop.server.ts";
import { backUpShop } from "../backup/back-up-shop.server.ts";
import type { BackupKeys, ShopKeys } from "../backup/backup-keys.server.ts";
import { backupKeysOf } from "../backup/backup-keys.server.ts";
import { rememberBackup } from "../keys/manual-backups.server.ts";
import type { Command, CommandContext } from "./command.server.ts";
import { reachDatabase, readArguments } from "./command.server.ts";

const USAGE =
  "Say which file to write: npm run backup FILE (and npm run backup -- FILE --overwrite to replace one).";

/** Progress messages about images. */
const PROGRESS_STEPS = 5;

function countAloud(say: (line: string) => void) {
  let reportedStep = 0;
  return (done: number, of: number) => {
    const step = Math.floor((done / of) * PROGRESS_STEPS);
    if (step <= reportedStep) return;
    reportedStep = step;
    say(`Pictures: ${done} of ${of}`);
  };
}

/** What whoever keeps the file must know about the keys. */
const KEYS_TEXT: Record<BackupKeys, string> = {
  sealed:
    "Keep it safe: it holds personal data. All keys of the shop are in it, sealed by BACKUP_PASSPHRASE: keep the passphrase apart from the backup, and do not lose it.",
  plain:
    "Keep it safe and away from this machine: it holds personal data, and the sign-in and settings keys of the shop in clear (secrets.json). The key of the measurements is not in it: without a copy of measurement-key.json nobody can read them on another machine. Set BACKUP_PASSPHRASE to have all keys in the backup, sealed.",
  none: "Keep it safe: it holds personal data. AUTH_SECRET, SETTINGS_KEY and the key of the measurements are not in it; keep them beside it, because second factors, saved keys and measurements cannot be read without them. Set BACKUP_PASSPHRASE to have all keys in the backup, sealed.",
};

/** Returns whether the backup is whole. */
function sayWhatIsIn(say: CommandContext["say"], { bytes, file, manifest }: BackedUp): boolean {
  const contents = `${describeContents(manifest)}, ${describeSize(bytes)}`;
  const { lostFiles } = manifest;
  if (lostFiles.length === 0) {
    say(`Done: ${contents}.`);
    return true;
  }
  const files = lostFiles.length === 1 ? "1 file" : `${lostFiles.length} files`;
  say(
    `The backup is not whole: ${files} that the shop names could not be found in its storage: ${describeKeys(lostFiles)}.`,
  );
  say(`Everything else is in ${file}: ${contents}.`);
  return false;
}

function explain(failure: BackupFailure, file: string): string {
  const anyway = `To back up everything else: npm run backup -- ${file} --without-files`;
  switch (failure.code) {
    case "folder":
      return `${file} is a folder: name a file in it.`;
    case "exists":
      return `${file} is there already and was left as it is: choose another name, or replace it with npm run backup -- ${file} --overwrite`;
    case "other_storage":
    case "storage_away":
      return `No backup was made. ${failure.message} ${anyway}`;
  }
}

/** --without-files accepts an unusable storage. */
async function openFiles(env: CommandContext["env"], withoutFiles: boolean): Promise<ShopFiles> {
  const files = createFileStore(env);
  const isAway = withoutFiles && (await files.check()) !== null;
  return isAway ? { ...files, get: async () => null } : files;
}

/** Shows the outcome on the overview, where the owner looks for backups. A whole one ends the notice. */
async function recordOutcome(
  url: string,
  { clock, closing }: CommandContext,
  { file, manifest }: BackedUp,
): Promise<void> {
  const { db, close } = openDatabase({ url, maxConnections: 1 });
  closing.add("database connection", close);
  const { lostFiles } = manifest;
  if (lostFiles.length > 0) {
    await recordBackup(db, { incomplete: { at: clock.now(), file, lostFiles } });
    return;
  }
  const record = await findBackupRecord(db);
  if (record?.incomplete) await recordBackup(db, { failure: record.failure, incomplete: null });
}

/** Lists the backup for `secrets:rotate -- --forget-old`, which keeps the keys that a backup needs and does not hold itself. */
async function remember(
  { env, say }: CommandContext,
  { file, keyIds, manifest }: BackedUp,
  keys: ShopKeys,
): Promise<void> {
  const needed = backupKeysOf(keys) === "sealed" ? [] : [...keyIds];
  await rememberBackup(env.DATA_DIR, { file, at: manifest.createdAt, keyIds: needed }).catch(() =>
    say(
      `Note: ${env.DATA_DIR} cannot be written, so npm run secrets:rotate -- --forget-old will not know of this backup.`,
    ),
  );
}

/** `npm run backup FILE`: backs up the running or stopped shop; 0 only when the backup is whole. */
export const backup: Command = async (args, context) => {
  const { env, clock, closing, say } = context;
  const { args: rawArgs, switches } = readArguments(args);
  const [file] = rawArgs;
  if (!file || rawArgs.length > 1) {
    say(USAGE);
    return 1;
  }
  const withoutFiles = switches.has("without-files");
  const { url, secrets } = await reachDatabase(context);
  const measurementKeys = await findMeasurementKeys(env);
  const keys = { secrets, measurementKeys, passphrase: env.BACKUP_PASSPHRASE ?? null };
  closing.add("unfinished backup", () => rm(draftOf(file), { force: true }));
  const done = await backUpShop(
    {
      databaseUrl: url,
      files: await openFiles(env, withoutFiles),
      keys,
      clock,
      onBegin: () => say(`Backing up the shop to ${file}; it may stay open meanwhile.`),
      onFile: countAloud(say),
    },
    { file, overwrite: switches.has("overwrite"), withoutFiles },
  );
  if (!done.ok) {
    say(explain(done.error, file));
    return 1;
  }
  await remember(context, done.value, keys);
  const isWhole = sayWhatIsIn(say, done.value);
  say(KEYS_TEXT[backupKeysOf(keys)]);
  await recordOutcome(url, context, done.value);
  return isWhole ? 0 : 1;
};
