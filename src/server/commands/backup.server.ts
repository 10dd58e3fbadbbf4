import { rm } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import type { ShopFiles } from "#platform/file-store.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import type { Manifest } from "../backup/archive.server.ts";
import { describeContents, describeSize, draftOf } from "../backup/archive.server.ts";
import type { BackupFailure } from "../backup/back-up-shop.server.ts";
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

function sayWhatToKnow({ env, say }: CommandContext, manifest: Manifest): void {
  const { lostFiles } = manifest;
  if (lostFiles.length > 0) {
    say(
      `Note: ${lostFiles.length} files of the media library are missing; they are not in the backup: ${lostFiles.join(", ")}`,
    );
  }
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
  const { manifest, bytes } = done.value;
  say(`Done: ${describeContents(manifest)}, ${describeSize(bytes)}.`);
  sayWhatToKnow(context, manifest);
  return 0;
};
