import { chmodSync, readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { media } from "#db/schema/media.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { parseEnv } from "#platform/env.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import type { StoredShop } from "#tests/support/backups.ts";
import { backUp, createStoredShop, SECRETS } from "#tests/support/backups.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import type { ObjectStore } from "#tests/support/object-store.ts";
import { accessDenied, startObjectStore } from "#tests/support/object-store.ts";
import { createOrder } from "#tests/support/orders.ts";
import { settleFileLocation } from "../backup/file-location.server.ts";
import { createShutdown } from "../start/shutdown.server.ts";
import { restore } from "./restore.server.ts";

const logger = createLogger("silent");
const LINEN = Buffer.from("linen");

let store: ObjectStore;
let source: StoredShop;
let target: StoredShop;
let file: string;
beforeEach(async () => {
  store = await startObjectStore();
  source = createStoredShop(await createTestDatabase());
  target = createStoredShop(await createTestDatabase());
  file = source.pathOf("shop.tar.gz");
});
afterEach(async () => {
  for (const shop of [source, target]) {
    await shop.database.close();
    shop.remove();
  }
  await store[Symbol.asyncDispose]();
});

type Location = "a database server" | "a data folder";

const bucket = (name = "shop") => ({
  S3_BUCKET: name,
  S3_ENDPOINT: store.env.S3_ENDPOINT,
  S3_ACCESS_KEY_ID: "S3RVER",
  S3_SECRET_ACCESS_KEY: "S3RVER",
});

/** `npm run restore` with the target's settings: the exit code and the printed text. */
async function run(
  location: Location,
  args: readonly string[],
  variables: Record<string, string> = {},
) {
  const env = parseEnv({
    DATA_DIR: target.env.DATA_DIR,
    AUTH_SECRET: SECRETS.authSecret,
    SETTINGS_KEY: SECRETS.settingsKey,
    ...(location === "a database server" && { DATABASE_URL: target.database.url }),
    ...variables,
  });
  const lines: string[] = [];
  const closing = createShutdown(logger);
  const code = await restore([file, ...args], {
    env,
    logger,
    closing,
    clock: fixedClock("2026-11-20T13:05:01Z"),
    say: (line) => lines.push(line),
  });
  await closing.run();
  return { code, text: lines.join("\n") };
}

/** What a refused restore must leave as it was. */
async function readTarget() {
  return {
    orders: await target.database.db.select({ id: orders.id }).from(orders),
    library: await target.database.db.$count(media),
    folder: readdirSync(target.pathOf("."), { recursive: true }).filter(
      (name) => !/^data(?:\/instance\.lock)?$/.test(String(name)),
    ),
    written: store.requests.filter((request) => /^(?:PUT|POST|DELETE) /.test(request)),
  };
}

describe.each<Location>(["a database server", "a data folder"])("a restore into %s", (location) => {
  test("exits with 1, names the reason and changes nothing when the bucket cannot be used", async () => {
    await source.addImage(LINEN);
    await backUp(source, file);
    await createOrder(target.database.db);
    const before = await readTarget();
    expect(before.orders).toHaveLength(1);
    const refusedWith = async (variables: Record<string, string>, reason: RegExp) => {
      for (const more of [[], ["--without-files"]]) {
        const { code, text } = await run(location, ["--replace", ...more], variables);
        expect(text).toMatch(reason);
        expect(text).toMatch(/Nothing was changed\.$/);
        expect(code).toBe(1);
      }
      expect(await readTarget()).toEqual(before);
    };
    await refusedWith(bucket("missing"), /The bucket missing at http:\S+ does not exist/);
    store.respondWith(() => accessDenied);
    await refusedWith(bucket(), /The bucket shop at http:\S+ refuses the access/);
    store.respondWith(() => null);
    await store.network.refuse();
    await refusedWith(bucket(), /The bucket shop at http:\S+ cannot be reached/);
  });

  test("exits with 1 and names every file that the backup lacks", async () => {
    const keys = [await source.addImage(LINEN), await source.addImage(LINEN)].toSorted();
    await source.addImage(LINEN);
    for (const key of keys) await source.files.remove(key);
    await backUp(source, file, { withoutFiles: true });
    const before = await readTarget();
    const { code, text } = await run(location, ["--replace"]);
    expect(text).toContain("was made without 2 files");
    for (const key of keys) expect(text).toContain(key);
    expect(text).toContain(`npm run restore -- ${file} --without-files`);
    expect(text).toMatch(/Nothing was changed\.$/);
    expect(code).toBe(1);
    expect(await readTarget()).toEqual(before);
  });
});

test("files that a backup lacks come along from the data folder that it replaces", {
  timeout: 180_000,
}, async () => {
  // The built-in database runs as a user of its own.
  chmodSync(target.pathOf("."), 0o755);
  const key = await source.addImage(LINEN);
  await source.files.remove(key);
  await backUp(source, file);
  await target.files.put(key, LINEN, "image/webp");
  const { code, text } = await run("a data folder", ["--replace"]);
  expect(text).toContain("It is readable, but lacks 1 file");
  expect(text).not.toContain("could not be restored");
  expect(code).toBe(0);
  expect(await target.files.get(key)).toEqual(LINEN);
});

describe("--without-files", () => {
  test("restores everything else of a backup that lacks a file", async () => {
    const lost = await source.addImage(LINEN);
    const stored = await source.addImage(LINEN);
    await source.files.remove(lost);
    const order = await createOrder(source.database.db);
    await backUp(source, file, { withoutFiles: true });
    const { code, text } = await run("a database server", ["--without-files"]);
    expect(text).toContain("Restored.");
    expect(text).toContain(`1 file could not be restored: ${lost}.`);
    expect(code).toBe(0);
    expect((await readTarget()).orders).toEqual([{ id: order }]);
    expect(await target.files.get(stored)).toEqual(LINEN);
    expect(await target.files.get(lost)).toBeNull();
  });

  test("is needed to restore over a shop whose files are in another storage, and names both", async () => {
    const key = await source.addImage(LINEN);
    await backUp(source, file);
    const files = createFileStore({ ...target.env, ...bucket() });
    await settleFileLocation({ db: target.database.db, files, logger });
    const before = await readTarget();
    const refused = await run("a database server", ["--replace"]);
    expect(refused.text).toContain("are in the bucket shop at http://127.0.0.1");
    expect(refused.text).toContain("point to the folder uploads in DATA_DIR");
    expect(refused.code).toBe(1);
    expect(await readTarget()).toEqual(before);
    expect(await run("a database server", ["--replace", "--without-files"])).toMatchObject({
      code: 0,
      text: expect.stringContaining("Restored."),
    });
    expect(await target.files.get(key)).toEqual(LINEN);
  });
});
