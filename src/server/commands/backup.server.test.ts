import { afterEach, beforeEach, expect, test } from "vitest";
import { FILE_COLUMNS } from "#db/stored-files.server.ts";
import { findBackupRecord } from "#features/office/reports/backup-record.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import type { StoredShop } from "#tests/support/backups.ts";
import { createStoredShop } from "#tests/support/backups.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  addFileUnderEachColumn,
  createFileOwner,
  fileColumnName,
  keysUnder,
} from "#tests/support/stored-files.ts";
import { checkBackup } from "../backup/read-backup.server.ts";
import { createShutdown } from "../start/shutdown.server.ts";
import { backup } from "./backup.server.ts";

const logger = createLogger("silent");

let shop: StoredShop;
let file: string;
beforeEach(async () => {
  shop = createStoredShop(await createTestDatabase());
  file = shop.pathOf("shop.tar.gz");
});
afterEach(async () => {
  await shop.database.close();
  shop.remove();
});

/** `npm run backup`: the exit code and the printed text. */
async function run(...args: string[]) {
  const lines: string[] = [];
  const closing = createShutdown(logger);
  const code = await backup([file, ...args], {
    env: shop.env,
    logger,
    closing,
    clock: fixedClock("2026-11-20T13:05:01Z"),
    say: (line) => lines.push(line),
  });
  await closing.run();
  return { code, text: lines.join("\n") };
}

const record = () => findBackupRecord(shop.database.db);

test("a whole backup ends with Done and 0, and leaves no notice", async () => {
  await addFileUnderEachColumn(await createFileOwner(shop.database.db, shop.files));
  const done = await run();
  expect(done.code).toBe(0);
  expect(done.text).toMatch(/^Done: .*3 pictures/m);
  expect(await record()).toBeNull();
});

test("a backup that lacks a photo of how a garment fits is stored, names it, ends with 1 and stands on the overview until one is whole", async () => {
  await addFileUnderEachColumn(await createFileOwner(shop.database.db, shop.files));
  const column = FILE_COLUMNS.find((each) => fileColumnName(each) === "fit_images.storage_key");
  const [key = ""] = column ? await keysUnder(shop.database.db, column) : [];
  const bytes = await shop.files.get(key);
  await shop.files.remove(key);
  const lacking = await run();
  expect(lacking.code).toBe(1);
  expect(lacking.text).toContain(
    `not whole: 1 file that the shop names could not be found in its storage: ${key}.`,
  );
  expect(lacking.text).toContain(`Everything else is in ${file}: `);
  expect(lacking.text).not.toContain("Done");
  expect(await checkBackup(file)).toMatchObject({ ok: true, value: { lostFiles: [key] } });
  expect(await record()).toMatchObject({ incomplete: { file, lostFiles: [key] } });
  await shop.files.put(key, bytes ?? Buffer.of(), "application/octet-stream");
  expect(await run("--overwrite")).toMatchObject({ code: 0 });
  expect(await record()).toMatchObject({ incomplete: null });
});
