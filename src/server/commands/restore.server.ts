import { describeKeys } from "#features/office/reports/shop-health.ts";
import { describeContents, describeMoment } from "../backup/archive.server.ts";
import type { RestoreFailure } from "../backup/restore-shop.server.ts";
import { restoreShop } from "../backup/restore-shop.server.ts";
import type { Command, CommandContext } from "./command.server.ts";
import { readArguments } from "./command.server.ts";

const USAGE =
  "Say which backup to restore: npm run restore FILE (and npm run restore -- FILE --replace to put it in the place of the shop that is there).";

const systemReasons: Record<string, string> = {
  ENOENT: "there is no such file",
  EACCES: "this user may not read it",
  EISDIR: "it is a folder",
};

const counted = (files: number) => (files === 1 ? "1 file" : `${files} files`);

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
    case "shop_running":
      return `The shop is running on ${location}: stop it first, then restore.`;
    case "not_empty":
      return `There is a shop in ${location} already. To put the backup in its place: npm run restore -- ${file} --replace`;
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
      onChecked: (manifest) =>
        say(
          `It is ${manifest.lostFiles.length === 0 ? "whole" : `readable, but lacks ${counted(manifest.lostFiles.length)}`}: made on ${describeMoment(manifest)}, ${describeContents(manifest)}. Restoring…`,
        ),
    },
    { file, replace: switches.has("replace"), withoutFiles: switches.has("without-files") },
  );
  if (!done.ok) {
    say(`${explain(done.error, file, context)} Nothing was changed.`);
    return 1;
  }
  const { lostFiles, movedTo, settingsReadable } = done.value;
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
  return 0;
};
