import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import type { VideoKind } from "./upload-rules.ts";

/** Where, when and with what it was filmed; players do not need them. */
const DESCRIPTIVE_BOXES = new Set(["udta", "meta", "uuid", "©xyz", "loci"]);
/** Boxes that contain those. */
const CONTAINERS = new Set(["moov", "trak", "mdia", "minf", "stbl", "moof", "traf"]);
/** Handlers that record positions (GoPro, Apple, Android camera motion). */
const POSITION_HANDLERS = new Set(["meta", "camm"]);
/** Limits files that consist of boxes only. */
const MAX_BOXES = 100_000;
const BLANK = Buffer.alloc(64 * 1024);

type Box = { type: string; start: number; header: number; end: number };

class Malformed extends Error {}

async function read(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  if (bytesRead < length) throw new Malformed();
  return buffer;
}

async function blank(file: FileHandle, start: number, end: number): Promise<void> {
  for (let at = start; at < end; at += BLANK.length) {
    await file.write(BLANK, 0, Math.min(BLANK.length, end - at), at);
  }
}

async function readBox(file: FileHandle, start: number, limit: number): Promise<Box> {
  const head = await read(file, start, 8);
  const type = head.toString("latin1", 4, 8);
  const small = head.readUInt32BE(0);
  if (small === 0) return { type, start, header: 8, end: limit };
  const isLarge = small === 1;
  const size = isLarge ? Number((await read(file, start + 8, 8)).readBigUInt64BE(0)) : small;
  const header = isLarge ? 16 : 8;
  if (size < header || start + size > limit) throw new Malformed();
  return { type, start, header, end: start + size };
}

/** Fewer than eight bytes left is padding. */
async function listBoxes(file: FileHandle, start: number, end: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    const box = await readBox(file, at, end);
    boxes.push(box);
    if (boxes.length > MAX_BOXES) throw new Malformed();
    at = box.end;
  }
  return boxes;
}

/** Keeps every offset valid. */
async function freeBox(file: FileHandle, { start, header, end }: Box): Promise<void> {
  await file.write(Buffer.from("free", "latin1"), 0, 4, start + 4);
  await blank(file, start + header, end);
}

async function findBox(file: FileHandle, box: Box, ...path: string[]): Promise<Box | null> {
  let found: Box | null = box;
  for (const type of path) {
    if (!found) return null;
    const inside: Box[] = await listBoxes(file, found.start + found.header, found.end);
    found = inside.find((each) => each.type === type) ?? null;
  }
  return found;
}

const bodyOf = (file: FileHandle, { start, header, end }: Box) =>
  read(file, start + header, end - start - header);

/** How many samples each chunk has, how long they are, and where the chunks begin. */
type SampleTables = { chunks: Buffer; sizes: Buffer; offsets: Buffer; hasLargeOffsets: boolean };

/** Null when a track has none. */
async function readSampleTables(file: FileHandle, trak: Box): Promise<SampleTables | null> {
  const table = await findBox(file, trak, "mdia", "minf", "stbl");
  if (!table) return null;
  const boxes = await listBoxes(file, table.start + table.header, table.end);
  const bodies = new Map<string, Buffer>();
  for (const box of boxes) {
    if (["stsz", "stsc", "stco", "co64"].includes(box.type))
      bodies.set(box.type, await bodyOf(file, box));
  }
  const sizes = bodies.get("stsz");
  const chunks = bodies.get("stsc");
  const offsets = bodies.get("co64") ?? bodies.get("stco");
  if (!sizes || !chunks || !offsets) return null;
  return { sizes, chunks, offsets, hasLargeOffsets: bodies.has("co64") };
}

async function blankSamples(file: FileHandle, trak: Box, size: number): Promise<void> {
  const tables = await readSampleTables(file, trak);
  if (!tables) return;
  const { chunks, hasLargeOffsets, offsets, sizes } = tables;
  const common = sizes.readUInt32BE(4);
  let sample = 0;
  let run = 0;
  const runs = chunks.readUInt32BE(4);
  for (let chunk = 0; chunk < offsets.readUInt32BE(4); chunk += 1) {
    while (run + 1 < runs && chunks.readUInt32BE(8 + 12 * (run + 1)) <= chunk + 1) run += 1;
    const count = runs === 0 ? 0 : chunks.readUInt32BE(8 + 12 * run + 4);
    let length = 0;
    for (let each = 0; each < count; each += 1, sample += 1) {
      length += common || sizes.readUInt32BE(12 + 4 * sample);
    }
    const start = hasLargeOffsets
      ? Number(offsets.readBigUInt64BE(8 + 8 * chunk))
      : offsets.readUInt32BE(8 + 4 * chunk);
    await blank(file, start, Math.min(size, start + length));
  }
}

async function stripMp4(file: FileHandle, size: number): Promise<void> {
  const pending = (await listBoxes(file, 0, size)).reverse();
  for (let box = pending.pop(); box; box = pending.pop()) {
    if (DESCRIPTIVE_BOXES.has(box.type)) {
      await freeBox(file, box);
      continue;
    }
    if (!CONTAINERS.has(box.type)) continue;
    if (box.type === "trak" && (await recordsPositions(file, box))) {
      await blankSamples(file, box, size);
      await freeBox(file, box);
      continue;
    }
    pending.push(...(await listBoxes(file, box.start + box.header, box.end)));
  }
}

async function recordsPositions(file: FileHandle, trak: Box): Promise<boolean> {
  const handler = await findBox(file, trak, "mdia", "hdlr");
  if (!handler) return false;
  const type = (await read(file, handler.start + handler.header + 8, 4)).toString("latin1");
  return POSITION_HANDLERS.has(type);
}

const EBML = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tags: 0x1254c367,
  attachments: 0x1941a469,
};

/** An EBML number: ids keep their marker, sizes do not. */
async function readEbmlNumber(file: FileHandle, at: number, keepsMarker: boolean) {
  const [first = 0] = await read(file, at, 1);
  const length = Math.clz32(first) - 23;
  if (first === 0 || length > 8) throw new Malformed();
  const bytes = await read(file, at, length);
  let value = keepsMarker ? first : first & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (const byte of bytes.subarray(1)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, length, isUnknown: !keepsMarker && isUnknown };
}

async function stripWebm(file: FileHandle, size: number): Promise<void> {
  for (let at = 0, count = 0; at + 2 <= size; count += 1) {
    if (count > MAX_BOXES) throw new Malformed();
    const id = await readEbmlNumber(file, at, true);
    const length = await readEbmlNumber(file, at + id.length, false);
    const body = at + id.length + length.length;
    const end = length.isUnknown ? size : body + length.value;
    if (id.value === EBML.tags || id.value === EBML.attachments)
      await voidElement(file, at, Math.min(end, size));
    // Clusters of unknown length come before their elements.
    const isEntered = id.value === EBML.segment || (id.value === EBML.cluster && length.isUnknown);
    at = isEntered ? body : end;
  }
}

/** Writes a void element of the same length. */
async function voidElement(file: FileHandle, start: number, end: number): Promise<void> {
  const length = end - start;
  await blank(file, start, end);
  const head = Buffer.alloc(length < 9 ? 2 : 9);
  head[0] = 0xec;
  if (length < 9) head[1] = 0x80 | (length - 2);
  else {
    head.writeBigUInt64BE(BigInt(length - 9), 1);
    head[1] = 0x01;
  }
  await file.write(head, 0, head.length, start);
}

/**
 * Removes where and with what a video was filmed, in place, without moving image or sound. False when
 * unreadable; do not store it.
 */
export async function stripVideoMetadata(path: string, kind: VideoKind): Promise<boolean> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    await (kind === "mp4" ? stripMp4(file, size) : stripWebm(file, size));
    return true;
  } catch (error) {
    if (error instanceof Malformed || error instanceof RangeError) return false;
    throw error;
  } finally {
    await file.close();
  }
}
