import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PROCESS_LOCK_CLASS } from "#db/advisory-lock.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { contractColumn } from "#features/garments/contract/seal-contract.server.ts";
import { recordBackup } from "#features/office/reports/backup-record.server.ts";
import { parseEnv } from "#platform/env.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import type { MeasurementKeys } from "#platform/secrets.server.ts";
import {
  createMeasurementBox,
  loadMeasurementKeys,
  loadSecrets,
} from "#platform/secrets.server.ts";
import type { StoredShop } from "#tests/support/backups.ts";
import { createStoredShop, SECRETS } from "#tests/support/backups.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createContractedOrder } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createKeyClaims } from "../keys/key-claims.server.ts";
import { createShutdown } from "../start/shutdown.server.ts";
import { backup } from "./backup.server.ts";
import type { Command } from "./command.server.ts";
import { rotateSecrets } from "./rotate-secrets.server.ts";

const logger = createLogger("silent");

let shop: StoredShop;
beforeEach(async () => {
  shop = createStoredShop(await createTestDatabase());
});
afterEach(async () => {
  await shop.database.close();
  shop.remove();
});

const envOf = (variables: Record<string, string> = {}) =>
  parseEnv({
    DATA_DIR: shop.env.DATA_DIR,
    DATABASE_URL: shop.database.url,
    AUTH_SECRET: SECRETS.authSecret,
    SETTINGS_KEY: SECRETS.settingsKey,
    ...variables,
  });

/** Runs a command as npm does; returns its exit code and what it printed. */
async function run(command: Command, args: string[], variables: Record<string, string> = {}) {
  const lines: string[] = [];
  const closing = createShutdown(logger);
  const code = await command(args, {
    env: envOf(variables),
    logger,
    closing,
    clock: fixedClock("2026-11-20T13:05:01Z"),
    say: (line) => lines.push(line),
  }).finally(() => closing.run());
  return { code, text: lines.join("\n") };
}

const rotate = () => run(rotateSecrets, []);
const forget = (...more: string[]) => run(rotateSecrets, ["--forget-old", ...more]);

const readKeys = (): MeasurementKeys =>
  JSON.parse(readFileSync(join(shop.env.DATA_DIR, "measurement-key.json"), "utf8"));

const boxOf = (keys: MeasurementKeys) => createMeasurementBox(keys);

async function countUnreadable(): Promise<number> {
  const rows = await shop.database.db.select().from(contracts);
  return rows.filter((row) => contractColumn.open(boxOf(readKeys()), row) === null).length;
}

/** As the start of the shop does with all columns. */
const reseal = () =>
  contractColumn.reseal({
    db: shop.database.db,
    measurementBox: boxOf(readKeys()),
    ownerUrl: shop.database.url,
  });

async function sealContracts(count: number): Promise<void> {
  const box = boxOf(await loadMeasurementKeys(envOf()));
  for (let made = 0; made < count; made += 1) {
    await createContractedOrder(shop.database.db, { box });
  }
}

test("a former key stays while a row needs it, the command says how many, and a start frees it", async () => {
  await sealContracts(3);
  await rotate();
  const refused = await forget();
  expect(refused.code).toBe(1);
  expect(refused.text).toContain("still needed, so nothing was removed");
  expect(refused.text).toContain("contracts: 3");
  expect(refused.text).toContain("Start the shop");
  expect(readKeys().former).toHaveLength(1);
  expect(await countUnreadable()).toBe(0);
  await reseal();
  expect(await forget()).toMatchObject({ code: 0 });
  expect(readKeys().former).toEqual([]);
  expect(await countUnreadable()).toBe(0);
});

test("a row that no key of the shop opens does not hold a key that it does not need", async () => {
  await createContractedOrder(shop.database.db, {
    box: createMeasurementBox({ current: "lost".repeat(10), former: [] }),
  });
  await sealContracts(1);
  await rotate();
  await reseal();
  expect((await forget()).code).toBe(0);
  expect(await countUnreadable()).toBe(1);
});

async function claiming() {
  const inUse = {
    secrets: await loadSecrets(envOf()),
    measurementKeys: await loadMeasurementKeys(envOf()),
  };
  const { connect } = createKeyClaims({
    url: shop.database.url,
    env: envOf(),
    logger,
    inUse,
  });
  return connect;
}

test("a former key stays while a process that began before the rotation runs", async () => {
  const connect = await claiming();
  const running = await connect();
  await rotate();
  const refused = await forget();
  expect(refused.code).toBe(1);
  expect(refused.text).toContain("1 running process uses");
  expect(readKeys().former).toHaveLength(1);
  await running.end();
  const restarted = await (await claiming())();
  expect((await forget()).code).toBe(0);
  await restarted.end();
});

test("a running process of a version that does not say its keys counts as one that needs them", async () => {
  await loadMeasurementKeys(envOf());
  await rotate();
  const older = new Client({ connectionString: shop.database.url });
  await older.connect();
  await older.query("select pg_advisory_lock($1::int, 1)", [PROCESS_LOCK_CLASS]);
  expect(await forget()).toMatchObject({ code: 1 });
  await older.end();
  expect(await forget()).toMatchObject({ code: 0 });
});

test("a process whose keys were forgotten before it claimed them is refused", async () => {
  const connect = await claiming();
  await rotate();
  expect((await forget()).code).toBe(0);
  await expect(connect()).rejects.toThrow("have been forgotten");
});

test("a former key stays while a backup needs it, until the owner gives the backup up", async () => {
  await sealContracts(2);
  const file = shop.pathOf("monday.tar.gz");
  expect((await run(backup, [file])).code).toBe(0);
  await rotate();
  await reseal();
  const refused = await forget();
  expect(refused.code).toBe(1);
  expect(refused.text).toContain("1 backup holds measurements");
  expect(refused.text).toContain(file);
  expect(readKeys().former).toHaveLength(1);
  expect((await forget("--give-up-backups")).code).toBe(0);
  expect(readKeys().former).toEqual([]);
  expect((await run(backup, [shop.pathOf("tuesday.tar.gz")])).code).toBe(0);
  await rotate();
  await reseal();
  expect((await forget()).text).toContain("1 backup holds");
});

test("scheduled backups and a shop that a restore has put aside are asked as well", async () => {
  await sealContracts(1);
  const folder = shop.pathOf("backups");
  mkdirSync(folder);
  const scheduled = join(folder, "shop-2026-11-20T07-25-00.tar.gz");
  expect((await run(backup, [scheduled])).code).toBe(0);
  const aside = join(shop.env.DATA_DIR, "before-restore-2026-11-20T07-25-00");
  mkdirSync(aside, { recursive: true });
  await rotate();
  await reseal();
  const refused = await run(rotateSecrets, ["--forget-old"], { BACKUP_DIR: folder });
  expect(refused.code).toBe(1);
  expect(refused.text).toContain("2 backups hold");
  expect(refused.text).toContain(scheduled);
  expect(refused.text).toContain(aside);
});

test("the last scheduled backup counts where its disk is not attached", async () => {
  await sealContracts(1);
  const file = "shop-2026-11-20T07-25-00.tar.gz";
  const lastGood = { at: new Date("2026-11-20T07:25:00Z"), file, bytes: 1, everyHours: 24 };
  await recordBackup(shop.database.db, { lastGood });
  await rotate();
  await reseal();
  const refused = await run(rotateSecrets, ["--forget-old"], { BACKUP_DIR: shop.pathOf("away") });
  expect(refused.text).toContain(`1 backup holds measurements that only they open: ${file}`);
});

test("two rotations at once leave every key that either of them made current", async () => {
  await loadMeasurementKeys(envOf());
  const before = readKeys().current;
  await Promise.all([rotate(), rotate(), rotate()]);
  const { current, former } = readKeys();
  expect(new Set([current, ...former]).size).toBe(4);
  expect(former).toContain(before);
});

test("a folder without former keys is left as it is, and none is made", async () => {
  expect(await forget()).toMatchObject({ code: 1 });
  expect(existsSync(join(shop.env.DATA_DIR, "measurement-key.json"))).toBe(false);
  await loadMeasurementKeys(envOf());
  const before = readKeys();
  expect((await forget()).text).toContain("no former secrets");
  expect(readKeys()).toEqual(before);
});

test("keys of the environment are asked about too, and the command says which variables may go", async () => {
  const older = "o".repeat(40);
  const newer = { MEASUREMENT_KEY: "n".repeat(40), MEASUREMENT_KEY_OLD: older };
  await createContractedOrder(shop.database.db, {
    box: createMeasurementBox({ current: older, former: [] }),
  });
  const forgetNow = () => run(rotateSecrets, ["--forget-old"], newer);
  expect(await forgetNow()).toMatchObject({
    code: 1,
    text: expect.stringContaining("contracts: 1"),
  });
  await contractColumn.reseal({
    db: shop.database.db,
    measurementBox: createMeasurementBox({ current: newer.MEASUREMENT_KEY, former: [older] }),
    ownerUrl: shop.database.url,
  });
  expect(await forgetNow()).toMatchObject({
    code: 0,
    text: expect.stringContaining("MEASUREMENT_KEY_OLD any more"),
  });
});
