import { stat } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createFileStore } from "#platform/file-store.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import type { StoredShop } from "#tests/support/backups.ts";
import { backUp, createStoredShop, restoreInto } from "#tests/support/backups.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import type { ObjectStore } from "#tests/support/object-store.ts";
import { accessDenied, startObjectStore } from "#tests/support/object-store.ts";
import { parseLocation, settleFileLocation } from "./file-location.server.ts";

const logger = createLogger("silent");

let store: ObjectStore;
let shop: StoredShop;
let file: string;
beforeEach(async () => {
  store = await startObjectStore();
  shop = createStoredShop(await createTestDatabase());
  file = shop.pathOf("shop.tar.gz");
});
afterEach(async () => {
  await shop.database.close();
  shop.remove();
  await store[Symbol.asyncDispose]();
});

const inBucket = (bucket = "shop") => createFileStore({ ...store.env, S3_BUCKET: bucket });
const start = (files = shop.files) => settleFileLocation({ db: shop.database.db, files, logger });
const variables = () => ({
  S3_BUCKET: "shop",
  S3_ENDPOINT: store.env.S3_ENDPOINT,
  S3_ACCESS_KEY_ID: "S3RVER",
  S3_SECRET_ACCESS_KEY: "S3RVER",
});

/** A started shop with an image in the bucket. */
async function openShopInBucket(): Promise<string> {
  const files = inBucket();
  await start(files);
  const key = await shop.addImage(Buffer.from("linen"));
  await files.put(key, Buffer.from("linen"), "image/webp");
  await shop.files.remove(key);
  return key;
}

test("a backup with the settings of another storage writes nothing and names both", async () => {
  const key = await openShopInBucket();
  for (const files of [shop.files, inBucket("other")]) {
    const done = await backUp(shop, file, { files });
    expect(done).toMatchObject({ ok: false, error: { code: "other_storage" } });
    expect(JSON.stringify(done)).toContain("the bucket shop at http://127.0.0.1");
    await expect(stat(file)).rejects.toMatchObject({ code: "ENOENT" });
  }
  const requested = await backUp(shop, file, { files: shop.files, withoutFiles: true });
  expect(requested).toMatchObject({ ok: true, value: { manifest: { lostFiles: [key] } } });
  const whole = await backUp(shop, file, { files: inBucket(), overwrite: true });
  expect(whole).toMatchObject({ ok: true, value: { manifest: { lostFiles: [] } } });
});

test("a backup names a file that the bucket has lost, and a bucket that refuses", async () => {
  const key = await openShopInBucket();
  store.respondWith(() => accessDenied);
  const refused = await backUp(shop, file, { files: inBucket() });
  expect(refused).toMatchObject({ ok: false, error: { code: "storage_away" } });
  expect(JSON.stringify(refused)).toContain("S3_SECRET_ACCESS_KEY");
  store.respondWith(() => null);
  await inBucket().remove(key);
  const lost = await backUp(shop, file, { files: inBucket() });
  expect(lost).toMatchObject({ ok: true, value: { manifest: { lostFiles: [key] } } });
});

test("a restore into a storage that cannot be used says why and changes nothing", async () => {
  const key = await shop.addImage(Buffer.from("linen"));
  await backUp(shop, file);
  const restore = (changes: Record<string, string>) =>
    restoreInto(shop, file, { replace: true, variables: { ...variables(), ...changes } });
  expect(await restore({ S3_BUCKET: "missing" })).toMatchObject({
    error: { code: "storage_away", message: expect.stringMatching(/bucket missing .* not exist/) },
  });
  store.respondWith(() => accessDenied);
  expect(await restore({})).toMatchObject({
    error: { message: expect.stringMatching(/refuses the access/) },
  });
  store.respondWith(() => null);
  await store.network.refuse();
  expect(await restore({})).toMatchObject({
    error: { message: expect.stringMatching(/cannot be reached/) },
  });
  await store.network.heal();
  // A shop on disk made the backup.
  expect(await restore({})).toMatchObject({ ok: true });
  expect((await inBucket().get(key))?.toString()).toBe("linen");
  expect(await backUp(shop, file, { overwrite: true })).toMatchObject({
    error: { code: "other_storage" },
  });
});

test("a restore over a shop of another storage is refused, and so is a backup that lacks files", async () => {
  const key = await openShopInBucket();
  await backUp(shop, file, { withoutFiles: true });
  const onDisk = await restoreInto(shop, file, { replace: true });
  expect(onDisk).toMatchObject({ error: { code: "other_storage" } });
  // The bucket still has what the backup lacks.
  const there = { replace: true, variables: variables() };
  expect(await restoreInto(shop, file, there)).toMatchObject({
    ok: true,
    value: { lostFiles: [] },
  });
  await inBucket().remove(key);
  const gone = await restoreInto(shop, file, there);
  expect(gone).toEqual({ ok: false, error: { code: "lost_files", keys: [key] } });
  const requested = { replace: true, withoutFiles: true, variables: variables() };
  const restored = await restoreInto(shop, file, requested);
  expect(restored).toMatchObject({ ok: true, value: { lostFiles: [key] } });
});

test("the first start says why a bucket cannot be used", async () => {
  await expect(start(inBucket("missing"))).rejects.toThrow(/cannot start.*bucket missing.*exist/);
  store.respondWith(() => accessDenied);
  await expect(start(inBucket())).rejects.toThrow(/refuses the access/);
  store.respondWith(() => null);
  await start(inBucket());
  await start(inBucket());
});

test("a later start needs no storage; one with another storage is refused until the files are there", async () => {
  const key = await openShopInBucket();
  await store.network.refuse();
  await start(inBucket());
  await store.network.heal();
  await expect(start(shop.files)).rejects.toThrow(/bucket shop .*1 of 1 files are not there/);
  await shop.files.put(key, Buffer.from("linen"), "image/webp");
  await start(shop.files);
  expect(await backUp(shop, file)).toMatchObject({ ok: true });
});

test("a value of another form is no location", () => {
  expect(parseLocation(null)).toBeNull();
  expect(parseLocation({ kind: "ftp" })).toBeNull();
  expect(parseLocation({ kind: "s3", endpoint: null, bucket: "b" })).toMatchObject({ bucket: "b" });
});
