import { formatNumber } from "#core/format-number.ts";
import { describeKeys } from "#features/office/reports/shop-health.ts";
import { describeContents, describeMoment } from "../backup/archive.server.ts";
import type { Restored, RestoreFailure } from "../backup/restore-shop.server.ts";
import { restoreShop } from "../backup/restore-shop.server.ts";
import type { Command, CommandContext } from "./command.server.ts";
import { readArguments } from "./command.server.ts";
import { withHiddenPrompt } from "./hidden-prompt.server.ts";

const USAGE =
  "Say which backup to restore: npm run restore FILE (and npm run restore -- FILE --replace to put it in the place of the shop that is there).";

const systemReasons: Record<string, string> = {
  ENOENT: "there is no such file",
  EACCES: "this user may not read it",
  EISDIR: "it is a folder",
};

const counted = (files: number) => (files === 1 ? "1 file" : `${files} files`);
const anyway = (file: string) =>
  `To restore everything else, and add the keys later: npm run restore -- ${file} --without-keys`;

function explain(failure: RestoreFailure, file: string, { env }: CommandContext): string {
  const location = env.DATABASE_URL ? "the database of DATABASE_URL" : env.DATA_DIR;
  switch (failure.code) {
    case "unreadable":
      return `${file} cannot be read: ${systemReasons[failure.reason] ?? failure.reason}.`;
    case "not_a_backup":
      return `${file} is not a backup of the shop.`;
    case "damaged":
      return `${file} is damaged or was cut off: take another backup.`;
    case "newer":
      return `${file} was made by a newer version of the shop: update this one first.`;
    case "older":
      return `${file} was made by a version before the first release, which this version cannot read.`;
    case "storage_away":
    case "other_storage":
      return failure.message;
    case "lost_files":
      return `${file} was made without ${counted(failure.keys.length)} that it names: ${describeKeys(failure.keys)}. To restore everything else: npm run restore -- ${file} --without-files`;
    case "passphrase_needed":
      return `The keys of the shop are in ${file}, sealed by a passphrase: set BACKUP_PASSPHRASE to it, or run this in a terminal, which asks for it. ${anyway(file)}`;
    case "wrong_passphrase":
      return `This is not the passphrase of ${file}: BACKUP_PASSPHRASE was another one when the backup was made. ${anyway(file)}`;
    case "keys_missing":
      return `${formatNumber(failure.values)} values of ${file} (measurements, contracts, patterns) are sealed with a key that is neither in it nor on this machine: put the copy of measurement-key.json into ${env.DATA_DIR}, or set MEASUREMENT_KEY_OLD to the key. ${anyway(file)}`;
    case "shop_running":
      return `The shop is running on ${location}: stop it first, then restore.`;
    case "not_empty":
      return `There is a shop in ${location} already. To put the backup in its place: npm run restore -- ${file} --replace`;
  }
}

/** Hidden on a terminal; null without one. */
function requestPassphrase(say: (line: string) => void): Promise<string | null> {
  if (process.stdin.isTTY !== true) return Promise.resolve(null);
  return withHiddenPrompt(say, ({ next }) =>
    next("The passphrase of the backup (it is not shown while you type):"),
  );
}

function sayRestored({ say }: CommandContext, restored: Restored): void {
  const { lostFiles, movedTo, settingsReadable, unreadable, variablesFile } = restored;
  say("Restored. Start the shop with 'npm start'; everybody signs in again.");
  if (lostFiles.length > 0) {
    say(`Note: ${counted(lostFiles.length)} could not be restored: ${describeKeys(lostFiles)}.`);
  }
  if (movedTo) {
    say(`The data from before is kept in ${movedTo}: remove it when you do not need it any more.`);
  }
  if (!settingsReadable) {
    say(
      "Note: the backup comes from a shop with another SETTINGS_KEY: start with that one, or enter the secret keys in the settings again.",
    );
  }
  if (variablesFile) {
    say(
      `Note: this machine has other keys than the backup. Add the lines of ${variablesFile} to the environment before the start, and delete the file.`,
    );
  }
  if (unreadable > 0) {
    say(
      `Note: ${formatNumber(unreadable)} measured values cannot be read until their key is here. They stay as they are; the overview says so too.`,
    );
  }
}

/** `npm run restore FILE`: replaces the shop with a backup. */
export const restore: Command = async (args, context) => {
  const { env, clock, closing, logger, say } = context;
  const { args: rawArgs, switches } = readArguments(args);
  const [file] = rawArgs;
  if (!file || rawArgs.length > 1) {
    say(USAGE);
    return 1;
  }
  say(`Checking ${file}…`);
  const done = await restoreShop(
    {
      env,
      clock,
      closing,
      log: logger,
      requestPassphrase: () => requestPassphrase(say),
      onChecked: (manifest) =>
        say(
          `It is ${manifest.lostFiles.length === 0 ? "whole" : `readable, but lacks ${counted(manifest.lostFiles.length)}`}: made on ${describeMoment(manifest)}, ${describeContents(manifest)}. Restoring…`,
        ),
    },
    {
      file,
      replace: switches.has("replace"),
      withoutFiles: switches.has("without-files"),
      withoutKeys: switches.has("without-keys"),
    },
  );
  if (!done.ok) {
    say(`${explain(done.error, file, context)} Nothing was changed.`);
    return 1;
  }
  sayRestored(context, done.value);
  return 0;
};
