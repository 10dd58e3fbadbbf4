import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "#core/ids.ts";
import { media } from "#db/schema/media.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { deriveImage, prepareImage } from "./derive-image.server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const logger = createLogger("silent");

function memoryStore() {
  const stored = new Map<string, Buffer>();
  const store = {
    put: vi.fn(async (key: string, bytes: Uint8Array) => void stored.set(key, Buffer.from(bytes))),
    get: vi.fn(async (key: string) => stored.get(key) ?? null),
    remove: vi.fn(async (key: string) => void stored.delete(key)),
    exists: vi.fn(async (key: string) => stored.has(key)),
  } satisfies FileStore;
  return { stored: stored, store };
}

async function anImage(width = 700, height = 875) {
  const { stored, store } = memoryStore();
  const id = newId();
  const storageKey = `media/${id}.webp`;
  const bytes = await sharp({ create: { width, height, channels: 4, background: "#9a5b2580" } })
    .webp()
    .toBuffer();
  stored.set(storageKey, bytes);
  await database.db.insert(media).values({
    id,
    name: "a.webp",
    storageKey,
    mimeType: "image/webp",
    byteSize: bytes.length,
    width,
    height,
  });
  return {
    id,
    storageKey,
    stored: stored,
    store,
    deps: { db: database.db, files: store, logger, deletedMedia: async () => new Set<string>() },
  };
}

describe("deriveImage", () => {
  it.each([
    ["avif", "heif"],
    ["webp", "webp"],
    ["jpg", "jpeg"],
  ] as const)("makes a %s of the width asked for", async (format, decoded) => {
    const { deps, id } = await anImage();
    const result = await deriveImage(deps, { id, width: 320, format });
    expect(result.ok && (await sharp(result.value).metadata())).toMatchObject({
      format: decoded,
      width: 320,
      height: 400,
    });
  });

  it("makes it once, however many ask at the same moment", async () => {
    const { deps, id, store } = await anImage();
    const request = () => deriveImage(deps, { id, width: 480, format: "webp" });
    const results = await Promise.all(Array.from({ length: 20 }, request));
    expect(results.every((result) => result.ok)).toBe(true);
    expect(store.put).toHaveBeenCalledTimes(1);
    await request();
    expect(store.put).toHaveBeenCalledTimes(1);
  });

  it("never enlarges: a wider request gets the original's own width, kept once", async () => {
    const { deps, id, stored } = await anImage();
    for (const width of [960, 1600, 2400]) {
      const result = await deriveImage(deps, { id, width, format: "webp" });
      expect(result.ok && (await sharp(result.value).metadata()).width).toBe(700);
    }
    expect([...stored.keys()].filter((key) => key.startsWith("derived/"))).toEqual([
      `derived/${id}/700.webp`,
    ]);
  });

  it("knows no picture under an id that is unknown or none at all", async () => {
    const { deps } = await anImage();
    for (const id of [newId(), "nonsense", "../../etc/passwd", ""]) {
      expect(await deriveImage(deps, { id, width: 320, format: "webp" })).toEqual({
        ok: false,
        error: "not_found",
      });
    }
  });

  it("answers not_found, and can try again later, when the original is missing", async () => {
    const { deps, id, stored, storageKey } = await anImage();
    const bytes = stored.get(storageKey);
    stored.delete(storageKey);
    const request = () => deriveImage(deps, { id, width: 320, format: "webp" });
    expect((await request()).ok).toBe(false);
    if (bytes) stored.set(storageKey, bytes);
    expect((await request()).ok).toBe(true);
  });

  it("serves the picture even when it cannot be kept", async () => {
    const { deps, id, store } = await anImage();
    store.put.mockRejectedValueOnce(new Error("no space left on device"));
    expect((await deriveImage(deps, { id, width: 320, format: "webp" })).ok).toBe(true);
  });

  it("throws a storage error when the original is no picture", async () => {
    const { deps, id, stored, storageKey } = await anImage();
    stored.set(storageKey, Buffer.from("no picture"));
    await expect(deriveImage(deps, { id, width: 320, format: "webp" })).rejects.toMatchObject({
      code: "storage",
    });
  });
});

describe("prepareImage", () => {
  it("makes the widths of a list, a phone and a desktop, and nothing twice", async () => {
    const { deps, id, stored, store } = await anImage(1000, 1250);
    await prepareImage(deps, { mediaId: id });
    const made = [...stored.keys()].filter((key) => key.startsWith("derived/"));
    expect(made.sort()).toEqual(
      [160, 320, 480, 640, 960].map((width) => `derived/${id}/${width}.avif`).sort(),
    );
    await prepareImage(deps, { mediaId: id });
    expect(store.put).toHaveBeenCalledTimes(5);
  });

  it("has nothing to do for a picture that was deleted meanwhile", async () => {
    const { deps } = await anImage();
    await expect(prepareImage(deps, { mediaId: newId() })).resolves.toBeUndefined();
  });
});
