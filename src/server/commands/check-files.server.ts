import { openDatabase } from "#db/client.server.ts";
import { requireKnownSchema } from "#db/migrate.server.ts";
import { checkFiles } from "#features/base/media/delete-files.server.ts";
import { recordFileCheck } from "#features/office/reports/file-check-record.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import { describeLocation } from "#platform/storage-fault.ts";
import { describeSize } from "../backup/archive.server.ts";
import type { Command } from "./command.server.ts";
import { reachDatabase, readArguments } from "./command.server.ts";

/**
 * `npm run files:check`: compares the storage with every row that names a file; 0 when nothing is missing. `--remove-orphans`
 * removes unreferenced files older than a day.
 */
export const checkStoredFiles: Command = async (args, context) => {
  const { clock, closing, env, say } = context;
  const removeOrphans = readArguments(args).switches.has("remove-orphans");
  const files = createFileStore(env);
  const trouble = await files.check();
  if (trouble) {
    say(trouble.message);
    return 1;
  }
  const { url } = await reachDatabase(context);
  const { db, pool, close } = openDatabase({ url, maxConnections: 1 });
  closing.add("database connection", close);
  const client = await pool.connect();
  await requireKnownSchema(client).finally(() => client.release());
  const found = await checkFiles({ db, files, clock }, { removeOrphans });
  await recordFileCheck(db, found);
  const { missing, orphans } = found;
  say(`Compared what the shop names with ${describeLocation(files.location)}.`);
  if (missing.count > 0) {
    say(`Missing: ${missing.count} files that the shop names, such as ${missing.keys.join(", ")}`);
  }
  if (orphans.count > 0) {
    const outcome = removeOrphans ? "Removed" : "Named by nothing";
    say(
      `${outcome}: ${orphans.count} files, ${describeSize(orphans.bytes)}, such as ${orphans.keys.join(", ")}`,
    );
  }
  if (missing.count + orphans.count === 0)
    say("Every file that the shop names is there, and no other.");
  return missing.count > 0 ? 1 : 0;
};
