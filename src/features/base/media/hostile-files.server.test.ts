import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { media } from "#db/schema/media.server.ts";
import { HOSTILE_FILES } from "#tests/support/hostile-files.ts";
import type { MediaLibrary } from "#tests/support/media-library.ts";
import { openMediaLibrary, sendWhole } from "#tests/support/media-library.ts";
import { deriveImage } from "./derive-image.server.ts";
import { finishUpload } from "./finish-upload.server.ts";
import { ingestImage } from "./ingest-image.server.ts";
import { uploadFailureMessage } from "./upload-rules.ts";

let library: MediaLibrary;
beforeAll(async () => {
  library = await openMediaLibrary();
});
afterAll(() => library[Symbol.asyncDispose]());

const kinds = "images and videos";
const MEGABYTE = 1024 * 1024;

async function send(file: (typeof HOSTILE_FILES)[number]) {
  const bytes = await file.make();
  return measured(async () => {
    const sent = await sendWhole(library, { ...file, bytes });
    if (!("id" in sent)) return { refused: sent.text };
    const uploadId = sent.id;
    const input = { actor: library.owner, uploadId, kinds, mediaCategory: "general" } as const;
    const finished = await finishUpload(library, input);
    return finished.ok ? { row: finished.value } : { refused: finished.error };
  });
}

/** Fails when the work fills the memory. */
async function measured<Value>(work: () => Promise<Value>): Promise<Value> {
  let steepest = 0;
  const before = process.memoryUsage.rss();
  const look = () => {
    steepest = Math.max(steepest, process.memoryUsage.rss() - before);
  };
  const timer = setInterval(look, 2);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    look();
    expect(steepest).toBeLessThan(400 * MEGABYTE);
  }
}

/** Every byte the shop stores. */
async function storedBytes(): Promise<Buffer> {
  const files = await readdir(library.folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile());
  return Buffer.concat(
    await Promise.all(paths.map(({ parentPath, name }) => readFile(join(parentPath, name)))),
  );
}

const leftovers = async () => (await readdir(library.incoming)).length;

describe("the media library", () => {
  test.each(HOSTILE_FILES.filter((file) => file.ends !== "cleaned"))(
    "refuses $what and keeps nothing of it",
    async (file) => {
      const rows = await library.db.$count(media);
      const { refused } = await send(file);
      const message = uploadFailureMessage(file.ends as "unreadable", { type: file.type, kinds });
      expect([file.ends, message]).toContain(refused);
      expect(await library.db.$count(media)).toBe(rows);
      expect(await leftovers()).toBe(0);
      if (file.signature) expect((await storedBytes()).includes(file.signature)).toBe(false);
    },
  );

  test.each(HOSTILE_FILES.filter((file) => file.ends === "cleaned"))(
    // Specification 2.134, 5.22
    "takes in $what, and keeps the picture alone",
    async (file) => {
      const { row } = await send(file);
      expect(row).toMatchObject({ type: "image", mimeType: "image/webp" });
      const stored = (await library.files.get(row?.storageKey ?? "")) ?? Buffer.alloc(0);
      const facts = await sharp(stored).metadata();
      expect([facts.format, facts.exif, facts.xmp, facts.comments]).toEqual([
        "webp",
        undefined,
        undefined,
        undefined,
      ]);
      // No word of what was hidden in it is in any file.
      const everything = await storedBytes();
      expect(everything.includes(stored)).toBe(true);
      if (file.signature) expect(everything.includes(file.signature)).toBe(false);
      expect(row?.name).not.toMatch(/[\p{Cc}\u202a-\u202e/\\]/u);
      expect(row?.name.length).toBeLessThanOrEqual(200);
      expect(row?.storageKey).toMatch(/^media\/[0-9a-f-]{36}\.webp$/);
      expect(await leftovers()).toBe(0);
    },
  );

  test("is sent files of all kinds, some with a hidden word", () => {
    expect(HOSTILE_FILES.length).toBeGreaterThanOrEqual(55);
    expect(HOSTILE_FILES.some(({ signature }) => signature !== undefined)).toBe(true);
  });

  test("works on as before: a picture is taken in and shown in a smaller size", async () => {
    const bytes = await sharp({
      create: { width: 900, height: 1200, channels: 3, background: "#9a5b25" },
    })
      .jpeg()
      .toBuffer();
    const ingested = await ingestImage(library.deps, { name: "gown.jpg", bytes });
    if (!ingested.ok) throw new Error(ingested.error);
    const smaller = await deriveImage(library.deps, {
      id: ingested.value.id,
      width: 320,
      format: "webp",
    });
    expect(smaller.ok).toBe(true);
  });
});
