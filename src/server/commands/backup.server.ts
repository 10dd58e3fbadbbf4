import { rm } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import type { ShopFiles } from "#platform/file-store.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import { findMeasurementKeys } from "#platform/secrets.server.ts";
import type { Manifest } from "../backup/archive.server.ts";
import { describeContents, describeSize, draftOf } from "../backup/archive.server.ts";
import type { BackupFailure } from "../backup/back-up-shop.server.ts";
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

function sayWhatToKnow({ say }: CommandContext, manifest: Manifest, keys: ShopKeys): void {
  const { lostFiles } = manifest;
  if (lostFiles.length > 0) {
    say(
      `Note: ${lostFiles.length} files of the media library are missing; they are not in the backup: ${lostFiles.join(", ")}`,
    );
  }
  say(KEYS_TEXT[backupKeysOf(keys)]);
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
    case "lost_files":
      return `No backup was made: ${failure.keys.length} files of the media library are missing: ${failure.keys.join(", ")}. ${anyway}`;
  }
}

/** --without-files accepts an unusable storage. */
async function openFiles(env: CommandContext["env"], withoutFiles: boolean): Promise<ShopFiles> {
  const files = createFileStore(env);
  const isAway = withoutFiles && (await files.check()) !== null;
  return isAway ? { ...files, get: async () => null } : files;
}

/** `npm run backup FILE`: backs up the running or stopped shop. */
export const backup: Command = async (args, context) => {
  const { env, clock, closing, say } = context;
  const { args: rawArgs, switches } = readArguments(args);
  const [file] = rawArgs;
  if (!file || rawArgs.length > 1) {
    say(USAGE);
    return 1;
  }
  const withoutFiles = switches.has("without-files");
  // Visitors have priority.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
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
  const { manifest, bytes, keyIds } = done.value;
  const isSealed = backupKeysOf(keys) === "sealed";
  const needed = isSealed ? [] : [...keyIds];
  await rememberBackup(env.DATA_DIR, { file, at: manifest.createdAt, keyIds: needed }).catch(() =>
    say(
      `Note: ${env.DATA_DIR} cannot be written, so npm run secrets:rotate -- --forget-old will not know of this backup.`,
    ),
  );
  say(`Done: ${describeContents(manifest)}, ${describeSize(bytes)}.`);
  sayWhatToKnow(context, manifest, keys);
  return 0;
};
