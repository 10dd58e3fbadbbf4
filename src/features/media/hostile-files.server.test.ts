import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { media } from "#db/schema/media.server.ts";
import { HOSTILE_FILES } from "#tests/support/hostile-files.ts";
import type { MediaDesk } from "#tests/support/media-desk.ts";
import { openMediaDesk, sendWhole } from "#tests/support/media-desk.ts";
import { finishUpload } from "./finish-upload.server.ts";
import { uploadFailureWords } from "./upload-rules.ts";

let desk: MediaDesk;
beforeAll(async () => {
  desk = await openMediaDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

const kinds = "images and videos";
const MEGABYTE = 1024 * 1024;

async function send(file: (typeof HOSTILE_FILES)[number]) {
  const bytes = await file.make();
  const sent = await sendWhole(desk, { ...file, bytes });
  if (!("id" in sent)) return { refused: sent.words };
  const input = { actor: desk.owner, uploadId: sent.id, kinds, mediaCategory: "general" } as const;
  const finished = await finishUpload(desk, input);
  return finished.ok ? { row: finished.value } : { refused: finished.error };
}

const leftovers = async () => (await readdir(desk.incoming)).length;

describe("the media library", () => {
  test.each(HOSTILE_FILES.filter((file) => file.ends !== "cleaned"))(
    "refuses $what and keeps nothing of it",
    async (file) => {
      const rows = await desk.db.$count(media);
      const { refused } = await send(file);
      const words = uploadFailureWords(file.ends as "unreadable", { type: file.type, kinds });
      expect([file.ends, words]).toContain(refused);
      expect(await desk.db.$count(media)).toBe(rows);
      expect(await leftovers()).toBe(0);
    },
  );

  test.each(HOSTILE_FILES.filter((file) => file.ends === "cleaned"))(
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

  test("has taken all of it without filling its memory", () => {
    expect(HOSTILE_FILES.length).toBeGreaterThanOrEqual(40);
    expect(process.memoryUsage.rss()).toBeLessThan(900 * MEGABYTE);
  });
});
