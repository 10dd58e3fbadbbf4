import { orderNumber } from "#core/document-number.ts";
import { formatNumber } from "#core/format-number.ts";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { requireKnownSchema } from "#db/migrate.server.ts";
import { checkFiles } from "#features/base/media/delete-files.server.ts";
import {
  acceptLostImages,
  listLostImages,
  returnFoundImages,
} from "#features/base/media/lost-images.server.ts";
import { recordFileCheck } from "#features/office/reports/file-check-record.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import { describeLocation } from "#platform/storage-fault.ts";
import { describeSize } from "../backup/archive.server.ts";
import { findInBackups } from "../backup/find-in-backups.server.ts";
import type { Command, CommandContext } from "./command.server.ts";
import { reachDatabase, readArguments } from "./command.server.ts";

const countedImages = (count: number) =>
  count === 1 ? "1 photo" : `${formatNumber(count)} photos`;

/** Accepts the photos that no known backup has, and names those that one has. */
async function acceptLost(
  { clock, env, say }: CommandContext,
  { db, files }: { db: Database; files: FileStore },
): Promise<void> {
  const lost = await listLostImages({ db, files });
  const { holders, unread } = await findInBackups(
    env,
    lost.map(({ storageKey }) => storageKey),
  );
  for (const [key, backup] of holders) {
    say(`Not accepted as lost: ${key} is in ${backup}. Take it from there.`);
  }
  if (unread.length > 0) say(`These backups could not be read: ${unread.join(", ")}`);
  const gone = lost.filter(({ storageKey }) => !holders.has(storageKey));
  const count = await acceptLostImages({ clock, db }, { by: "npm run files:check", lost: gone });
  if (count === 0) say("No photo was accepted as lost.");
  else {
    say(`Accepted as lost: ${countedImages(count)}.`);
    for (const { orderId, storageKey } of gone) {
      say(`  ${storageKey} of order ${orderNumber(orderId)}`);
    }
    say("The next backup does not miss them. They open again when their files are found.");
  }
}

/**
 * `npm run files:check`: compares the storage with every row that names a file; 0 when nothing is missing. `--remove-orphans`
 * removes unreferenced files older than a day; `--accept-lost` accepts that customers' photos which no backup has are lost.
 */
export const checkStoredFiles: Command = async (args, context) => {
  const { clock, closing, env, say } = context;
  const { switches } = readArguments(args);
  const removeOrphans = switches.has("remove-orphans");
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
  const returned = await returnFoundImages({ db, files });
  if (returned > 0) say(`${countedImages(returned)} that were accepted as lost are there again.`);
  if (switches.has("accept-lost")) await acceptLost(context, { db, files });
  const found = await checkFiles({ db, files, clock }, { removeOrphans });
  await recordFileCheck(db, found);
  const { missing, orphans } = found;
  say(`Compared what the shop names with ${describeLocation(files.location)}.`);
  if (missing.count > 0) {
    say(`Missing: ${missing.count} files that the shop names, such as ${missing.keys.join(", ")}`);
    if (!switches.has("accept-lost")) {
      say(
        "Photos of garments that no backup has are accepted as lost with: npm run files:check -- --accept-lost",
      );
    }
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
