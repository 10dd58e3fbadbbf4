import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { CUT_OFF, MOVING, SHOWN_BY_BROWSERS } from "#tests/support/camera-images.ts";
import { temporaryFiles } from "#tests/support/files.ts";
import { noisyImage } from "#tests/support/hostile-bytes.ts";
import { encodeImage, makeMaster } from "./ingest-image.server.ts";
import { uploadFailureMessage } from "./upload-rules.ts";

/** How far two images of one size are from each other, in shades of 255, as a mean over all pixels. */
async function difference(first: Uint8Array, second: Uint8Array): Promise<number> {
  const raw = (bytes: Uint8Array) =>
    sharp(bytes).toColourspace("srgb").removeAlpha().resize(64, 80).raw().toBuffer();
  const [one, other] = await Promise.all([raw(first), raw(second)]);
  return (
    one.reduce((sum, shade, index) => sum + Math.abs(shade - (other[index] ?? 0)), 0) / one.length
  );
}

describe("a picture that every browser shows is taken as it looks", () => {
  test.each(SHOWN_BY_BROWSERS)("$what", async ({ make }) => {
    const bytes = await make();
    const master = await encodeImage(bytes);
    if (!master.ok) throw new Error(master.error);
    expect([master.value.width, master.value.height]).toEqual([320, 400]);
    const lenient = await sharp(bytes, { failOn: "none" }).png().toBuffer();
    expect(await difference(master.value.bytes, lenient)).toBeLessThan(6);
  });
});

describe("a picture of which a part is missing stays refused", () => {
  test.each(CUT_OFF)("$what", async ({ make }) => {
    expect(await encodeImage(await make())).toEqual({ ok: false, error: "unreadable" });
  });
});

describe("a picture that moves is refused in words", () => {
  test.each(MOVING)("$what", async ({ make }) => {
    expect(await encodeImage(await make())).toEqual({ ok: false, error: "animated" });
    expect(uploadFailureMessage("animated", { kinds: "images" })).toContain("The picture moves");
  });
});

test("a file on disk is judged like its bytes", async () => {
  const { folder } = await temporaryFiles();
  const path = join(folder, "image");
  for (const { make, what } of [...MOVING, ...SHOWN_BY_BROWSERS]) {
    const bytes = await make();
    await writeFile(path, bytes);
    const byPath = await makeMaster(path);
    const byBytes = await makeMaster(bytes);
    expect(byPath.ok ? byPath.value.width : byPath.error, what).toBe(
      byBytes.ok ? byBytes.value.width : byBytes.error,
    );
  }
  await rm(folder, { recursive: true });
});

test("a table of frames that lies about its size is read to its end at most", async () => {
  const still = await noisyImage("avif");
  still.write("avis", 8, "latin1");
  const lying = Buffer.concat([still, Buffer.from("\xff\xff\xff\xffmoov\0\0\0\0stsz", "latin1")]);
  const master = await makeMaster(lying);
  expect(master.ok || master.error).not.toBe("animated");
});
