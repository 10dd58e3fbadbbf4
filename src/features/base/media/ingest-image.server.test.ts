import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { media } from "#db/schema/media.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { temporaryFiles } from "#tests/support/files.ts";
import { ingestImage } from "./ingest-image.server.ts";
import { uploadFailureMessage } from "./upload-rules.ts";

let database: TestDatabase;
let folder = "";
let files: FileStore;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ folder, files } = await temporaryFiles());
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const ingest = (name: string, bytes: Uint8Array) =>
  ingestImage({ db: database.db, files }, { name, bytes, altText: "A picture" });

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#9a5b25" }, limitInputPixels: false });

const cameraImage = () =>
  sharp({
    create: {
      width: 640,
      height: 800,
      channels: 3,
      background: "#f1ece2",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  });

async function expectRefused(name: string, bytes: Uint8Array, error: string) {
  const rows = await database.db.$count(media);
  const stored = (await readdir(folder, { recursive: true })).length;
  expect(await ingest(name, bytes)).toEqual({ ok: false, error });
  expect(await database.db.$count(media)).toBe(rows);
  expect((await readdir(folder, { recursive: true })).length).toBe(stored);
}

describe("ingestImage takes", () => {
  it.each(["png", "jpeg", "gif", "webp", "avif"] as const)(
    // Specification 3.6, 9.16
    "a %s and keeps a WebP",
    async (format) => {
      const bytes = await plain(300, 400).toFormat(format).toBuffer();
      const result = await ingest(`piece.${format}`, bytes);
      expect(result).toMatchObject({
        ok: true,
        value: {
          name: `piece.${format}`,
          mimeType: "image/webp",
          width: 300,
          height: 400,
          altText: "A picture",
        },
      });
      if (!result.ok) return;
      const stored = await files.get(result.value.storageKey);
      expect(stored?.byteLength).toBe(result.value.byteSize);
      expect(await sharp(stored ?? undefined).metadata()).toMatchObject({
        format: "webp",
        width: 300,
      });
    },
  );

  it("a picture larger than any screen, kept at 2400 px", async () => {
    const result = await ingest("wide.jpg", await plain(4000, 3000).jpeg().toBuffer());
    expect(result).toMatchObject({ ok: true, value: { width: 2400, height: 1800 } });
  });

  it("a photograph taken sideways, turned upright, without the place it was taken", async () => {
    const sideways = await plain(800, 600)
      .jpeg()
      .withExif({
        IFD0: { Make: "Camera", Copyright: "somebody" },
        IFD3: {
          GPSLatitudeRef: "N",
          GPSLatitude: "6/1 48/1 0/1",
          GPSLongitudeRef: "W",
          GPSLongitude: "58/1 9/1 0/1",
        },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(sideways).metadata()).exif?.includes("Camera")).toBe(true);

    const result = await ingest("sideways.jpg", sideways);
    expect(result).toMatchObject({ ok: true, value: { width: 600, height: 800 } });
    if (!result.ok) return;
    const stored = await sharp((await files.get(result.value.storageKey)) ?? undefined).metadata();
    expect([stored.exif, stored.xmp, stored.iptc, stored.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("a picture with a script behind its end, and drops the script", async () => {
    const script = "<script>alert(document.cookie)</script>";
    const polyglot = Buffer.concat([await cameraImage().jpeg().toBuffer(), Buffer.from(script)]);
    const result = await ingest("polyglot.jpg", polyglot);
    expect(result.ok).toBe(true);
    if (!result.ok) return;
    expect((await files.get(result.value.storageKey))?.includes(script)).toBe(false);
  });

  it("an upload and asks for its first renditions in the same transaction", async () => {
    const send = vi.fn(async () => undefined);
    const bytes = await plain(20, 20).png().toBuffer();
    const result = await ingestImage(
      { db: database.db, files, jobs: { send } },
      { name: "a.png", bytes },
    );
    expect(result.ok).toBe(true);
    if (!result.ok) return;
    expect(send).toHaveBeenCalledExactlyOnceWith(
      "prepare-image",
      { mediaId: result.value.id },
      expect.anything(),
    );
  });
});

describe("ingestImage refuses", () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );

  it("an SVG, whatever it calls itself", async () => {
    await expectRefused("drawing.svg", svg, "unsupported_type");
    await expectRefused("drawing.png", svg, "unsupported_type");
  });

  // Specification 5.17, 5.18, 5.19
  it("a text that begins like a GIF", async () => {
    await expectRefused(
      "script.gif",
      Buffer.from("GIF89a/*x*/=1;alert(document.cookie)//"),
      "unreadable",
    );
  });

  it("an SVG behind a PNG's first bytes", async () => {
    const disguised = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), svg]);
    await expectRefused("disguised.png", disguised, "unreadable");
  });

  it.each(["png", "jpeg", "webp"] as const)("a %s that was cut off", async (format) => {
    const whole = await cameraImage().toFormat(format).toBuffer();
    await expectRefused(
      `cut.${format}`,
      whole.subarray(0, Math.floor(whole.length * 0.6)),
      "unreadable",
    );
  });

  it("a picture 60,000 px wide", async () => {
    await expectRefused("wide.png", await plain(60_000, 10).png().toBuffer(), "too_many_pixels");
  });

  it("a small file that unfolds to too many pixels", async () => {
    const bomb = await plain(9500, 9000).png({ compressionLevel: 1 }).toBuffer();
    await expectRefused("bomb.png", bomb, "too_many_pixels");
  });

  // Specification 9.16
  it("11 MB, before looking at a single pixel", async () => {
    const heavy = Buffer.concat([
      await cameraImage().jpeg().toBuffer(),
      Buffer.alloc(11 * 1024 * 1024),
    ]);
    await expectRefused("heavy.jpg", heavy, "too_large");
  });

  it("an empty file", async () => {
    await expectRefused("empty.jpg", Buffer.alloc(0), "unsupported_type");
  });
});

describe("when the row cannot be written", () => {
  it("leaves no file behind", async () => {
    await mkdir(join(folder, "uploads", "media"), { recursive: true });
    const before = (await readdir(join(folder, "uploads", "media"))).length;
    const send = async () => {
      throw new Error("the queue is away");
    };
    const bytes = await plain(20, 20).png().toBuffer();
    await expect(
      ingestImage({ db: database.db, files, jobs: { send } }, { name: "a.png", bytes }),
    ).rejects.toThrow("the queue is away");
    expect((await readdir(join(folder, "uploads", "media"))).length).toBe(before);
  });
});

it("refuses an animated image with a message instead of losing its movement", async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all(["#20382D", "#9A5B25"].map(frame));
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await sharp(gif).metadata()).pages).toBe(2);
  await expectRefused("wave.gif", gif, "animated");
  expect(uploadFailureMessage("animated", { kinds: "images" })).toContain("MP4 or WebM video");
});
