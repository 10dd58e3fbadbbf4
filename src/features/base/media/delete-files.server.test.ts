import sharp from "sharp";
import { expect, test } from "vitest";
import { mediaDeletions } from "#db/schema/media.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import { openMediaLibrary } from "#tests/support/media-library.ts";
import { startObjectStore, togetherOnly } from "#tests/support/object-store.ts";
import { deleteMedia } from "./change-media.server.ts";
import { checkFiles, deleteFiles, listDeletedMedia } from "./delete-files.server.ts";
import { deriveImage, prepareImage } from "./derive-image.server.ts";
import { ingestImage } from "./ingest-image.server.ts";

const DAYS_LATER = { now: () => new Date(Date.now() + 3 * 24 * 60 * 60 * 1000) };

async function openShop() {
  const library = await openMediaLibrary();
  const store = await startObjectStore();
  const limits = { connectMs: 400, responseMs: 300, writeMs: 600, totalMs: 900, probeMs: 50 };
  const files = createFileStore(store.env, { limits });
  const deps = { ...library.deps, files, deletedMedia: () => listDeletedMedia(library.db) };
  const stored = async () => {
    const keys: string[] = [];
    for (const prefix of ["media/", "derived/"]) {
      for await (const { key } of createFileStore(store.env).list(prefix)) keys.push(key);
    }
    return keys;
  };
  return {
    library,
    store,
    deps,
    stored,
    async addImage() {
      const create = { width: 900, height: 900, channels: 3, background: "#9a5b25" } as const;
      const bytes = await sharp({ create }).png().toBuffer();
      const patient = { ...deps, files: createFileStore(store.env) };
      const ingested = await ingestImage(patient, { name: "gown.png", bytes });
      if (!ingested.ok) throw new Error(ingested.error);
      await prepareImage(patient, { mediaId: ingested.value.id });
      return ingested.value;
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await library[Symbol.asyncDispose]();
    },
  };
}

test("an image deleted while the storage is away is gone for everybody at once; its files go when the storage is back", async () => {
  await using shop = await openShop();
  const { deps, library, store } = shop;
  const { id, storageKey } = await shop.addImage();
  const request = () => deriveImage(deps, { id, width: 320, format: "avif" });
  expect((await request()).ok).toBe(true);
  expect((await shop.stored()).length).toBeGreaterThan(4);

  store.network.swallow();
  expect(await deleteMedia(deps, { actor: library.owner, id })).toMatchObject({ ok: true });
  expect(library.sent).toContain("delete-files");
  await store.network.heal();
  expect(await request()).toEqual({ ok: false, error: "not_found" });
  expect(await shop.stored()).toContain(storageKey);

  store.network.swallow();
  await expect(deleteFiles(deps)).rejects.toMatchObject({ code: "storage" });
  expect(await library.db.$count(mediaDeletions)).toBe(1);
  await store.network.heal();
  const patient = { ...deps, files: createFileStore(store.env) };
  expect(await deleteFiles(patient)).toBe(1);
  expect(await deleteFiles(patient)).toBe(0);
  expect(await shop.stored()).toEqual([]);
  expect(await library.db.$count(mediaDeletions)).toBe(0);
  expect((await deriveImage(patient, { id, width: 320, format: "avif" })).ok).toBe(false);
});

test("all sizes of an image go out together on a slow store", async () => {
  await using shop = await openShop();
  const { deps, library, store } = shop;
  const { id } = await shop.addImage();
  await deleteMedia(deps, { actor: library.owner, id });
  const patient = { ...deps, files: createFileStore(store.env) };
  store.respondWith(togetherOnly(4));
  await deleteFiles(patient);
  store.respondWith(() => null);
  expect(await shop.stored()).toEqual([]);
});

test("a rendition that is made while its image is deleted does not stay", async () => {
  await using shop = await openShop();
  const { deps, library, store } = shop;
  const { id } = await shop.addImage();
  const files = createFileStore(store.env);
  const slow = {
    ...deps,
    files: {
      ...files,
      async put(key: string, bytes: Uint8Array, type: string) {
        await deleteMedia(deps, { actor: library.owner, id });
        await deleteFiles({ ...deps, files });
        await files.put(key, bytes, type);
      },
    },
  };
  await deriveImage(slow, { id, width: 1200, format: "jpg" });
  expect(await shop.stored()).toEqual([]);
});

test("the check finds files without an item and items without a file, and removes the former when asked to", async () => {
  await using shop = await openShop();
  const { library, store } = shop;
  const files = createFileStore(store.env);
  const deps = { ...shop.deps, files };
  const lost = await shop.addImage();
  const sound = await shop.addImage();
  await files.remove(lost.storageKey);
  const orphan = "derived/0199a0c0-0000-7000-8000-000000000000/640.avif";
  await files.put("media/orphan.webp", Buffer.from("x"), "image/webp");
  await files.put(orphan, Buffer.from("xy"), "image/avif");

  const young = await checkFiles({ ...deps, clock: { now: () => new Date() } }, input(false));
  expect(young).toMatchObject({ orphans: { count: 0 }, missing: { keys: [lost.storageKey] } });
  const old = await checkFiles({ ...deps, clock: DAYS_LATER }, input(false));
  expect(old).toMatchObject({
    missing: { count: 1, keys: [lost.storageKey] },
    orphans: { count: 2, bytes: 3, keys: [orphan, "media/orphan.webp"] },
  });
  expect(await files.exists(orphan)).toBe(true);
  await checkFiles({ ...deps, clock: DAYS_LATER }, input(true));
  expect(await files.exists(orphan)).toBe(false);
  expect(await files.exists(sound.storageKey)).toBe(true);
  const after = await checkFiles({ ...deps, clock: DAYS_LATER }, input(false));
  expect(after.orphans.count).toBe(0);
  expect(await library.db.$count(mediaDeletions)).toBe(0);
});

function input(removeOrphans: boolean) {
  return { removeOrphans };
}
