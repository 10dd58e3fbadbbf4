import { rm } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { openDatabase } from "#db/client.server.ts";
import { findBackupRecord, recordBackup } from "#features/office/reports/backup-record.server.ts";
import { describeKeys } from "#features/office/reports/shop-health.ts";
import type { ShopFiles } from "#platform/file-store.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import { describeContents, describeSize, draftOf } from "../backup/archive.server.ts";
import type { BackedUp, BackupFailure } from "../backup/back-up-shop.server.ts";
import { backUpShop } from "../backup/back-up-shop.server.ts";
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

function sayHowToKeepIt({ env, say }: CommandContext): void {
  say(
    env.DATABASE_URL
      ? "Keep it safe: it holds personal data. AUTH_SECRET and SETTINGS_KEY are not in it; keep them beside it, because saved keys cannot be read without them."
      : "Keep it safe and away from this machine: it holds personal data and the secret keys of the shop (secrets.json).",
  );
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

/** On the overview, where the owner looks for backups. A whole one ends the notice. */
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
  // Visitors have priority.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const { url, secrets } = await reachDatabase(context);
  closing.add("unfinished backup", () => rm(draftOf(file), { force: true }));
  const done = await backUpShop(
    {
      databaseUrl: url,
      files: await openFiles(env, withoutFiles),
      secrets,
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
  const isWhole = sayWhatIsIn(say, done.value);
  sayHowToKeepIt(context);
  await recordOutcome(url, context, done.value);
  return isWhole ? 0 : 1;
};
