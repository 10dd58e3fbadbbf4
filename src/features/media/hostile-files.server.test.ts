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

let desk: MediaLibrary;
beforeAll(async () => {
  desk = await openMediaLibrary();
});
afterAll(() => desk[Symbol.asyncDispose]());

const kinds = "images and videos";
const MEGABYTE = 1024 * 1024;

async function send(file: (typeof HOSTILE_FILES)[number]) {
  const bytes = await file.make();
  return measured(async () => {
    const sent = await sendWhole(desk, { ...file, bytes });
    if (!("id" in sent)) return { refused: sent.words };
    const uploadId = sent.id;
    const input = { actor: desk.owner, uploadId, kinds, mediaCategory: "general" } as const;
    const finished = await finishUpload(desk, input);
    return finished.ok ? { row: finished.value } : { refused: finished.error };
  });
}

/** The largest growth of this process's memory during an upload. */
let steepest = 0;

async function measured<Value>(work: () => Promise<Value>): Promise<Value> {
  const before = process.memoryUsage.rss();
  const look = () => {
    steepest = Math.max(steepest, process.memoryUsage.rss() - before);
  };
  const timer = setInterval(look, 2);
  try {
    return await work();
  } finally {
    look();
    clearInterval(timer);
  }
}

/** Every byte the shop stores. */
async function keptBytes(): Promise<Buffer> {
  const files = await readdir(desk.folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile());
  return Buffer.concat(
    await Promise.all(paths.map(({ parentPath, name }) => readFile(join(parentPath, name)))),
  );
}

const leftovers = async () => (await readdir(desk.incoming)).length;

describe("the media library", () => {
  test.each(HOSTILE_FILES.filter((file) => file.ends !== "cleaned"))(
    "refuses $what and keeps nothing of it",
    async (file) => {
      const rows = await desk.db.$count(media);
      const { refused } = await send(file);
      const words = uploadFailureMessage(file.ends as "unreadable", { type: file.type, kinds });
      expect([file.ends, words]).toContain(refused);
      expect(await desk.db.$count(media)).toBe(rows);
      expect(await leftovers()).toBe(0);
    },
  );

  test.each(HOSTILE_FILES.filter((file) => file.ends === "cleaned"))(
    // Specification 2.134, 5.22
    "takes in $what, and keeps the picture alone",
    async (file) => {
      const { row } = await send(file);
      expect(row).toMatchObject({ type: "image", mimeType: "image/webp" });
      const stored = (await desk.files.get(row?.storageKey ?? "")) ?? Buffer.alloc(0);
      const facts = await sharp(stored).metadata();
      expect([facts.format, facts.exif, facts.xmp, facts.comments]).toEqual([
        "webp",
        undefined,
        undefined,
        undefined,
      ]);
      if (file.mark) expect(stored.includes(file.mark)).toBe(false);
      expect(row?.name).not.toMatch(/[\p{Cc}\u202a-\u202e/\\]/u);
      expect(row?.name.length).toBeLessThanOrEqual(200);
      expect(row?.storageKey).toMatch(/^media\/[0-9a-f-]{36}\.webp$/);
      expect(await leftovers()).toBe(0);
    },
  );

  test("keeps no word of what was hidden in them, in any file", async () => {
    const kept = await keptBytes();
    expect(kept.length).toBeGreaterThan(10_000);
    const marks = new Set(HOSTILE_FILES.flatMap((file) => file.mark ?? []));
    expect(marks.size).toBeGreaterThan(0);
    for (const mark of marks) {
      expect(kept.includes(mark), mark).toBe(false);
    }
  });

  test("has taken all of it without filling its memory", () => {
    expect(HOSTILE_FILES.length).toBeGreaterThanOrEqual(55);
    expect(steepest).toBeLessThan(400 * MEGABYTE);
  });

  test("works on as before: a picture is taken in and shown in a smaller size", async () => {
    const bytes = await sharp({
      create: { width: 900, height: 1200, channels: 3, background: "#9a5b25" },
    })
      .jpeg()
      .toBuffer();
    const taken = await ingestImage(desk.deps, { name: "gown.jpg", bytes });
    if (!taken.ok) throw new Error(taken.error);
    const smaller = await deriveImage(desk.deps, {
      id: taken.value.id,
      width: 320,
      format: "webp",
    });
    expect(smaller.ok).toBe(true);
  });
});
