import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  CUT_OFF,
  JPEG_FORMS,
  MOVING,
  ODD_JPEGS,
  ODD_PNGS,
  PNG_FORMS,
  SHOWN_BY_BROWSERS,
} from "#tests/support/camera-images.ts";
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

/** Each two of these, in their order. */
const pairsOf = <Item>(items: readonly Item[]) =>
  items.flatMap((first, index) => items.slice(index + 1).map((second) => [first, second] as const));

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

/** Se=0 is odd in a file of one scan only: the first of several passes has it. */
const isOwnForm = (form: string, oddity: string) => !(/passes/.test(form) && /Se=0/.test(oddity));

describe("two oddities at once change nothing", () => {
  const samples = [
    { forms: JPEG_FORMS, oddities: ODD_JPEGS },
    { forms: PNG_FORMS, oddities: ODD_PNGS },
  ].flatMap(({ forms, oddities }) =>
    forms.flatMap((form) =>
      pairsOf(oddities)
        .filter((pair) => pair.every(({ what }) => isOwnForm(form.what, what)))
        .filter((pair) => !pair.every(({ what }) => /end mark/.test(what)))
        .map(([first, second]) => ({ form, first, second })),
    ),
  );
  test.each(samples)("$form.what $first.what and $second.what", async ({ form, first, second }) => {
    const bytes = second.change(first.change(await form.make()));
    const master = await encodeImage(bytes);
    if (!master.ok) throw new Error(master.error);
    expect([master.value.width, master.value.height]).toEqual([320, 400]);
    const lenient = await sharp(bytes, { failOn: "none" }).png().toBuffer();
    expect(await difference(master.value.bytes, lenient)).toBeLessThan(6);
  });

  test.each(JPEG_FORMS)(
    "$what that is odd and of which a part is missing is refused",
    async (form) => {
      const whole = await form.make();
      const oddities = ODD_JPEGS.slice(0, -3).filter(({ what }) => isOwnForm(form.what, what));
      for (const { change, what } of oddities) {
        for (const share of [0.4, 0.7, 0.95]) {
          const odd = change(whole);
          const cut = odd.subarray(0, Math.floor(odd.length * share));
          for (const bytes of [cut, Buffer.concat([cut, END_OF_JPEG])]) {
            const read = await encodeImage(bytes);
            expect(read.ok || read.error, `${what}, ${share}`).toBe("unreadable");
          }
        }
      }
    },
  );
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
