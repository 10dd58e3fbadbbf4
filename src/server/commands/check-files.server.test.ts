import { afterEach, beforeEach, expect, test } from "vitest";
import { FILE_COLUMNS } from "#db/stored-files.server.ts";
import { findFileCheck } from "#features/office/reports/file-check-record.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import type { StoredShop } from "#tests/support/backups.ts";
import { backUp, createStoredShop } from "#tests/support/backups.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { addFileUnderEachColumn, createFileOwner, keysUnder } from "#tests/support/stored-files.ts";
import { backupFileName } from "../backup/backup-retention.ts";
import { createShutdown } from "../start/shutdown.server.ts";
import { checkStoredFiles } from "./check-files.server.ts";

const logger = createLogger("silent");
const MORNING = "2026-11-20T13:05:01Z";

let shop: StoredShop;
/** The photos of the only garment. */
let images: string[];
beforeEach(async () => {
  shop = createStoredShop(await createTestDatabase());
  const { db } = shop.database;
  await addFileUnderEachColumn(await createFileOwner(db, shop.files));
  const ofOrders = FILE_COLUMNS.filter(({ of }) => of === "order");
  images = (await Promise.all(ofOrders.map((column) => keysUnder(db, column)))).flat();
});
afterEach(async () => {
  await shop.database.close();
  shop.remove();
});

/** `npm run files:check`: the exit code and the printed text. */
async function run(...args: string[]) {
  const lines: string[] = [];
  const closing = createShutdown(logger);
  const code = await checkStoredFiles(args, {
    env: { ...shop.env, BACKUP_DIR: shop.pathOf("") },
    logger,
    closing,
    clock: fixedClock(MORNING),
    say: (line) => lines.push(line),
  });
  await closing.run();
  return { code, text: lines.join("\n") };
}

const lostFilesOfBackup = async (name: string) => {
  const done = await backUp(shop, shop.pathOf(name));
  return done.ok ? done.value.manifest.lostFiles : done.error;
};

test("photos that no backup has are accepted as lost by name, and the next backup is whole", async () => {
  for (const key of images) await shop.files.remove(key);
  const missing = await run();
  expect(missing.code).toBe(1);
  expect(missing.text).toContain("npm run files:check -- --accept-lost");
  expect(await lostFilesOfBackup("before.tar.gz")).toEqual(images.toSorted());
  const accepted = await run("--accept-lost");
  expect(accepted.code).toBe(0);
  expect(accepted.text).toContain(`Accepted as lost: ${images.length} photos.`);
  for (const key of images) expect(accepted.text).toContain(`${key} of order `);
  expect(await findFileCheck(shop.database.db)).toMatchObject({ missing: { count: 0 } });
  expect(await lostFilesOfBackup("after.tar.gz")).toEqual([]);
});

test("a photo that a backup has is not accepted as lost, and the command names the backup", async () => {
  const backup = shop.pathOf(backupFileName(new Date(MORNING)));
  expect((await backUp(shop, backup)).ok).toBe(true);
  for (const key of images) await shop.files.remove(key);
  const refused = await run("--accept-lost");
  expect(refused.code).toBe(1);
  for (const key of images)
    expect(refused.text).toContain(`Not accepted as lost: ${key} is in ${backup}.`);
  expect(refused.text).toContain("No photo was accepted as lost.");
  expect(await lostFilesOfBackup("after.tar.gz")).toEqual(images.toSorted());
});

test("an image of the library is never accepted as lost", async () => {
  const key = await shop.addImage(Buffer.from("an image"));
  await shop.files.remove(key);
  expect(await run("--accept-lost")).toMatchObject({
    code: 1,
    text: expect.stringContaining("No photo was accepted as lost."),
  });
});
