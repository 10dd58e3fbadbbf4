import { open, readFile } from "node:fs/promises";
import type { Sharp, SharpOptions } from "sharp";
import { END_OF_JPEG, isJpeg, withoutMetadata } from "./jpeg-parts.ts";

/** The bytes of an image, or the path of its file. */
export type ImageSource = Uint8Array | string;

type Read = (offset: number, length: number) => Promise<Buffer>;

/** Gives `work` a way to read a part of an image, which has fewer bytes at the end of the file. */
async function withReader<Value>(
  source: ImageSource,
  work: (read: Read) => Promise<Value>,
): Promise<Value> {
  if (typeof source !== "string") {
    return work(async (offset, length) => Buffer.from(source.subarray(offset, offset + length)));
  }
  const file = await open(source);
  try {
    return await work(async (offset, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}

/** More parts than the head of any real PNG or AVIF has. */
const MAX_PARTS = 10_000;

/** The frames of an animated PNG; 1 without the chunk acTL, which stands before the first IDAT (PNG, third edition, 11.3.5). */
async function countPngFrames(read: Read): Promise<number> {
  let offset = 8;
  for (let count = 0; count < MAX_PARTS; count += 1) {
    const head = await read(offset, 12);
    const name = head.toString("latin1", 4, 8);
    if (head.length < 12 || name === "IDAT") return 1;
    if (name === "acTL") return head.readUInt32BE(8);
    offset += head.readUInt32BE(0) + 12;
  }
  return 1;
}

/** The description of a sequence of any length that fits into a file of 10 MB is smaller. */
const MAX_TRACKS_BYTES = 4 * 1024 * 1024;

/**
 * The frames of an image sequence (AVIF 1.1, 6.3: brand avis), from the first table of sample sizes in its tracks
 * (ISO 14496-12, 8.7.3). Browsers play the sequence of a file whose first brand is avis.
 */
async function countAvifFrames(read: Read): Promise<number> {
  let offset = 0;
  for (let count = 0; count < MAX_PARTS; count += 1) {
    const head = await read(offset, 16);
    if (head.length < 8) return 1;
    const short = head.readUInt32BE(0);
    const size = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (head.toString("latin1", 4, 8) === "moov") {
      const tracks = await read(offset, Math.min(size, MAX_TRACKS_BYTES));
      const table = tracks.indexOf("stsz", 0, "latin1");
      return table >= 0 && table + 16 <= tracks.length ? tracks.readUInt32BE(table + 12) : 1;
    }
    if (size < 8) return 1;
    offset += size;
  }
  return 1;
}

/**
 * How many frames an image has that the decoder takes for a still one: it reads the first frame alone of an animated
 * PNG and AVIF. 1 for every other kind.
 */
export function countHiddenFrames(source: ImageSource): Promise<number> {
  return withReader(source, async (read) => {
    const head = await read(0, 12);
    if (head.toString("latin1", 1, 4) === "PNG") return countPngFrames(read);
    return head.toString("latin1", 4, 12) === "ftypavis" ? countAvifFrames(read) : 1;
  });
}

/** What libjpeg says of a scan that stops before its last block, and of a file that does. */
const MISSING_DATA = /premature end/i;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

type Open = (source: ImageSource, options: SharpOptions) => Sharp;

/** The decoder reads every block of a JPEG without metadata before it (`withoutMetadata`). */
const FIRST_PIXEL = { left: 0, top: 0, width: 1, height: 1 };

/** What is wrong with the scans of a JPEG themselves, read without its metadata; "" when nothing is. */
async function faultOfScans(sharp: Open, jpeg: Uint8Array): Promise<string> {
  try {
    const image = sharp(withoutMetadata(jpeg), { failOn: "warning" });
    await image.extract(FIRST_PIXEL).raw().toBuffer();
    return "";
  } catch (error) {
    return messageOf(error);
  }
}

const isJpegSource = (source: ImageSource) =>
  withReader(source, async (read) => isJpeg(await read(0, 2)));

/**
 * Decodes a JPEG. The decoder names the first warning of a file only and overlooks one about the last rows, so the scans are also read by
 * themselves.
 */
async function decodeJpeg<Value>(
  sharp: Open,
  jpeg: Uint8Array,
  encode: (image: Sharp) => Promise<Value>,
): Promise<Value> {
  const fault = await faultOfScans(sharp, jpeg);
  if (MISSING_DATA.test(fault)) throw new Error(fault);
  try {
    return await encode(sharp(jpeg, { failOn: "warning" }));
  } catch (error) {
    // Zeros in the place of blocks are no missing data to libjpeg; the file that has them lacks its end mark.
    if (MISSING_DATA.test(messageOf(error)) && fault !== "") throw error;
    return encode(sharp(Buffer.concat([jpeg, END_OF_JPEG]), { failOn: "truncated" }));
  }
}

/**
 * Decodes an image as browsers do: what the decoder only warns about (an odd mark of Adobe, a scan header of some cameras,
 * bytes between the parts, a wrong checksum, a missing end mark) is no damage, also several at once. Throws for an image of
 * which a part is missing. Sharp's `failOn` "truncated" is not enough: it accepts a scan that was cut off before a mark, and
 * refuses one that is whole without the last mark.
 */
export async function decodeImage<Value>(
  sharp: Open,
  source: ImageSource,
  encode: (image: Sharp) => Promise<Value>,
): Promise<Value> {
  if (await isJpegSource(source)) {
    const jpeg = typeof source === "string" ? await readFile(source) : source;
    return decodeJpeg(sharp, jpeg, encode);
  }
  try {
    return await encode(sharp(source, { failOn: "warning" }));
  } catch {
    return encode(sharp(source, { failOn: "truncated" }));
  }
}
