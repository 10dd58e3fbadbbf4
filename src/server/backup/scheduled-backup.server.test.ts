import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { profiles } from "#db/schema/identity.server.ts";
import { findBackupRecord } from "#features/office/reports/backup-record.server.ts";
import type { StoredShop } from "#tests/support/backups.ts";
import { createStoredShop, restoreInto, SECRETS } from "#tests/support/backups.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { backupFileName } from "./backup-retention.ts";
import { checkBackup } from "./read-backup.server.ts";
import { runScheduledBackup } from "./scheduled-backup.server.ts";

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 20, 7, 25);

let shop: StoredShop;
let folder: string;
const clock = fixedClock("2026-11-20T07:25:00Z");

beforeEach(async () => {
  shop = createStoredShop(await createTestDatabase());
  folder = shop.pathOf("backups");
  clock.set("2026-11-20T07:25:00Z");
});
afterEach(async () => {
  await shop.database.close();
  shop.remove();
});

const run = (changes: Record<string, unknown> = {}) =>
  runScheduledBackup({
    db: shop.database.db,
    databaseUrl: shop.database.url,
    files: shop.files,
    keys: { secrets: { ...SECRETS, isInFile: false }, measurementKeys: null, passphrase: null },
    clock,
    env: {
      BACKUP_DIR: folder,
      BACKUP_EVERY_HOURS: 24,
      BACKUP_KEEP_DAYS: 3,
      BACKUP_KEEP_WEEKS: 1,
      ...changes,
    },
  });
const at = (hours: number) => clock.set(new Date(START + hours * HOUR_MS).toISOString());
const record = () => findBackupRecord(shop.database.db);

test("a shop without BACKUP_DIR makes no backups and records none", async () => {
  expect(await run({ BACKUP_DIR: undefined })).toBeNull();
  expect(await record()).toBeNull();
});

test("a backup is made when the newest is a day old, and not before", async () => {
  expect(await run()).toMatchObject({ file: "shop-2026-11-20T07-25-00.tar.gz", deleted: [] });
  at(23);
  expect(await run()).toBeNull();
  at(24);
  expect(await run()).toMatchObject({ file: "shop-2026-11-21T07-25-00.tar.gz" });
  expect(readdirSync(folder)).toHaveLength(2);
  expect(await record()).toMatchObject({
    lastGood: { at: clock.now(), file: "shop-2026-11-21T07-25-00.tar.gz", everyHours: 24 },
    failure: null,
  });
});

test("a shop restored from a scheduled backup has its customers and images again", async () => {
  const key = await shop.addImage(Buffer.from("an image"));
  await shop.database.db.insert(profiles).values({ name: "Asha", email: "asha@example.com" });
  const made = await run();
  await shop.database.db.delete(profiles);
  await shop.files.remove(key);
  const file = join(folder, made?.file ?? "");
  expect(await restoreInto(shop, file, { replace: true })).toMatchObject({ ok: true });
  expect(await shop.database.db.select().from(profiles)).toMatchObject([{ name: "Asha" }]);
  expect((await shop.files.get(key))?.toString()).toBe("an image");
});

test("older backups are deleted only after a new one was written and read back", async () => {
  for (let day = 0; day < 5; day += 1) {
    at(day * 24);
    await run();
  }
  expect(readdirSync(folder).map((name) => name.slice(5, 15))).toEqual([
    "2026-11-22",
    "2026-11-23",
    "2026-11-24",
  ]);
  at(5 * 24);
  const files = { ...shop.files, get: () => Promise.reject(new Error("the storage is away")) };
  await shop.addImage(Buffer.from("an image"));
  const failing = runScheduledBackup({
    db: shop.database.db,
    databaseUrl: shop.database.url,
    files,
    clock,
    keys: { secrets: { ...SECRETS, isInFile: false }, measurementKeys: null, passphrase: null },
    env: {
      BACKUP_DIR: folder,
      BACKUP_EVERY_HOURS: 24,
      BACKUP_KEEP_DAYS: 1,
      BACKUP_KEEP_WEEKS: 0,
    },
  });
  await expect(failing).rejects.toThrow("the storage is away");
  expect(readdirSync(folder)).toHaveLength(3);
  expect(await record()).toMatchObject({
    lastGood: { at: new Date(START + 4 * 24 * HOUR_MS) },
    failure: { at: clock.now(), reason: "the storage is away" },
  });
  at(5 * 24 + 1);
  expect(await run({ BACKUP_KEEP_DAYS: 1, BACKUP_KEEP_WEEKS: 0 })).toMatchObject({
    deleted: { length: 3 },
  });
  expect(await record()).toMatchObject({ failure: null });
  for (const name of readdirSync(folder)) {
    expect(await checkBackup(join(folder, name))).toMatchObject({ ok: true });
  }
});

test("the unfinished file of a killed backup is removed, and files of other names stay", async () => {
  mkdirSync(folder);
  const draft = `${backupFileName(new Date(START - HOUR_MS))}.unfinished`;
  for (const name of [draft, "holiday.txt", "shop.tar.gz"]) writeFileSync(join(folder, name), "x");
  await run();
  expect(readdirSync(folder).sort()).toEqual([
    "holiday.txt",
    "shop-2026-11-20T07-25-00.tar.gz",
    "shop.tar.gz",
  ]);
  expect(readFileSync(join(folder, "holiday.txt"), "utf8")).toBe("x");
});

test("a folder that cannot be written is recorded with its reason", async () => {
  writeFileSync(folder, "a file, not a folder");
  await expect(run()).rejects.toThrow();
  expect(await record()).toMatchObject({ lastGood: null, failure: { at: clock.now() } });
});

test("a backup that lacks a file is stored and no good one, and the last whole one is not deleted for it", async () => {
  const key = await shop.addImage(Buffer.from("an image"));
  const whole = await run();
  await shop.files.remove(key);
  for (let day = 1; day < 6; day += 1) {
    at(day * 24);
    expect(await run()).toMatchObject({ lostFiles: [key] });
  }
  expect(readdirSync(folder)).toContain(whole?.file);
  expect(readdirSync(folder).length).toBeLessThan(6);
  expect(await record()).toMatchObject({
    lastGood: { file: whole?.file },
    incomplete: { at: clock.now(), lostFiles: [key] },
    failure: null,
  });
  await shop.files.put(key, Buffer.from("an image"), "image/webp");
  at(6 * 24);
  const again = await run();
  expect(await record()).toMatchObject({ lastGood: { file: again?.file }, incomplete: null });
});
