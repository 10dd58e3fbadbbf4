import { brotliDecompressSync } from "node:zlib";

/** The tags that a WOFF2 file names by their number (W3C WOFF2, 4.1). */
const KNOWN_TAGS =
  "cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill"
    .match(/.{4} ?/g)
    ?.map((tag) => tag.slice(0, 4)) ?? [];
const OWN_TAG = 63;

/** Reads big-endian numbers one after the other. */
class Reader {
  at = 0;
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  byte(): number {
    return this.bytes.readUInt8(this.at++);
  }

  uint16(): number {
    this.at += 2;
    return this.bytes.readUInt16BE(this.at - 2);
  }

  int16(): number {
    this.at += 2;
    return this.bytes.readInt16BE(this.at - 2);
  }

  uint32(): number {
    this.at += 4;
    return this.bytes.readUInt32BE(this.at - 4);
  }

  slice(length: number): Buffer {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** A number of one to five bytes, seven bits in each. */
  base128(): number {
    let value = 0;
    for (let index = 0; index < 5; index += 1) {
      const byte = this.byte();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw new Error("A length of the font is too long.");
  }

  /** A number of one to three bytes. */
  short255(): number {
    const first = this.byte();
    if (first === 253) return this.uint16();
    if (first === 254) return this.byte() + 506;
    return first === 255 ? this.byte() + 253 : first;
  }
}

type Entry = { tag: string; length: number; isTransformed: boolean };

function readEntry(reader: Reader): Entry {
  const flags = reader.byte();
  const number = flags & 0x3f;
  const version = flags >> 6;
  const tag = number === OWN_TAG ? reader.slice(4).toString("latin1") : KNOWN_TAGS[number];
  if (tag === undefined) throw new Error("A table of the font has no name.");
  const isOutline = tag === "glyf" || tag === "loca";
  const isTransformed = isOutline ? version !== 3 : version !== 0;
  const original = reader.base128();
  return { tag, length: isTransformed ? reader.base128() : original, isTransformed };
}

const signed = (flag: number, value: number) => ((flag & 1) === 1 ? value : -value);

/** How far a point is from the one before it (WOFF2, 5.2). */
function readStep(flag: number, glyphs: Reader): { dx: number; dy: number } {
  const first = glyphs.byte();
  if (flag < 10) return { dx: 0, dy: signed(flag, ((flag & 14) << 7) + first) };
  if (flag < 20) return { dx: signed(flag, (((flag - 10) & 14) << 7) + first), dy: 0 };
  if (flag < 84) {
    const rest = flag - 20;
    return {
      dx: signed(flag, 1 + (rest & 0x30) + (first >> 4)),
      dy: signed(flag >> 1, 1 + ((rest & 0x0c) << 2) + (first & 0x0f)),
    };
  }
  const second = glyphs.byte();
  if (flag < 120) {
    const rest = flag - 84;
    return {
      dx: signed(flag, 1 + (Math.floor(rest / 12) << 8) + first),
      dy: signed(flag >> 1, 1 + (((rest % 12) >> 2) << 8) + second),
    };
  }
  const third = glyphs.byte();
  if (flag < 124) {
    return {
      dx: signed(flag, (first << 4) + (second >> 4)),
      dy: signed(flag >> 1, ((second & 0x0f) << 8) + third),
    };
  }
  const fourth = glyphs.byte();
  return {
    dx: signed(flag, (first << 8) + second),
    dy: signed(flag >> 1, (third << 8) + fourth),
  };
}

type Streams = Record<
  "contours" | "points" | "flags" | "glyphs" | "composites" | "boxes" | "instructions",
  Reader
>;

function numbers16(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    bytes.writeInt16BE(value > 0x7fff ? value - 0x10000 : value, index * 2);
  });
  return bytes;
}

type Outline = { bytes: Buffer; xMin: number };

const NO_OUTLINE: Outline = { bytes: Buffer.alloc(0), xMin: 0 };

function readSimple(contours: number, streams: Streams, box: Buffer | null): Outline {
  const ends: number[] = [];
  let points = 0;
  for (let index = 0; index < contours; index += 1) {
    points += streams.points.short255();
    ends.push(points - 1);
  }
  const flags = Buffer.alloc(points);
  const steps: { dx: number; dy: number }[] = [];
  const bounds = { xMin: Infinity, yMin: Infinity, xMax: -Infinity, yMax: -Infinity };
  let x = 0;
  let y = 0;
  for (let index = 0; index < points; index += 1) {
    const flag = streams.flags.byte();
    flags[index] = flag < 0x80 ? 1 : 0;
    const step = readStep(flag & 0x7f, streams.glyphs);
    steps.push(step);
    x += step.dx;
    y += step.dy;
    bounds.xMin = Math.min(bounds.xMin, x);
    bounds.yMin = Math.min(bounds.yMin, y);
    bounds.xMax = Math.max(bounds.xMax, x);
    bounds.yMax = Math.max(bounds.yMax, y);
  }
  const length = streams.glyphs.short255();
  const { xMax, xMin, yMax, yMin } = bounds;
  const bytes = Buffer.concat([
    numbers16([contours]),
    box ?? numbers16([xMin, yMin, xMax, yMax]),
    numbers16([...ends, length]),
    streams.instructions.slice(length),
    flags,
    numbers16(steps.map(({ dx }) => dx)),
    numbers16(steps.map(({ dy }) => dy)),
  ]);
  return { bytes, xMin: box ? box.readInt16BE(0) : xMin };
}

/** The bytes that follow the flags and the glyph of one part of a composite glyph. */
function partLength(flags: number): number {
  const offsets = flags & 1 ? 4 : 2;
  if (flags & 0x08) return offsets + 2;
  if (flags & 0x40) return offsets + 4;
  return flags & 0x80 ? offsets + 8 : offsets;
}

function readComposite({ composites, glyphs, instructions }: Streams, box: Buffer): Outline {
  const from = composites.at;
  let flags = 0x20;
  let hasInstructions = false;
  while (flags & 0x20) {
    flags = composites.uint16();
    composites.at += 2 + partLength(flags);
    hasInstructions ||= (flags & 0x100) !== 0;
  }
  const parts = composites.bytes.subarray(from, composites.at);
  const length = hasInstructions ? glyphs.short255() : 0;
  const program = hasInstructions ? [numbers16([length]), instructions.slice(length)] : [];
  const bytes = Buffer.concat([numbers16([-1]), box, parts, ...program]);
  return { bytes, xMin: box.readInt16BE(0) };
}

/** Restores `glyf` and `loca` of their transformed form, with four bytes for each offset. */
function readOutlines(table: Buffer): { glyf: Buffer; loca: Buffer; xMins: number[] } {
  const header = new Reader(table);
  header.at = 4;
  const count = header.uint16();
  header.at += 2;
  const sizes = Array.from({ length: 7 }, () => header.uint32());
  const [contours, points, flags, glyphs, composites, boxes, instructions] = sizes.map(
    (size) => new Reader(header.slice(size)),
  );
  if (!(contours && points && flags && glyphs && composites && boxes && instructions))
    throw new Error("A stream of the font is missing.");
  const streams = { contours, points, flags, glyphs, composites, boxes, instructions };
  const hasBox = boxes.slice(4 * Math.floor((count + 31) / 32));
  const outlines: Outline[] = [];
  for (let glyph = 0; glyph < count; glyph += 1) {
    const number = contours.int16();
    const isBoxed = ((hasBox[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7))) !== 0;
    const box = isBoxed ? boxes.slice(8) : null;
    if (number === 0) outlines.push(NO_OUTLINE);
    else if (number > 0) outlines.push(readSimple(number, streams, box));
    else outlines.push(readComposite(streams, box ?? Buffer.alloc(8)));
  }
  const loca = Buffer.alloc(4 * (count + 1));
  const parts: Buffer[] = [];
  let at = 0;
  outlines.forEach(({ bytes }, glyph) => {
    loca.writeUInt32BE(at, glyph * 4);
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
    parts.push(bytes, padding);
    at += bytes.length + padding.length;
  });
  loca.writeUInt32BE(at, count * 4);
  return { glyf: Buffer.concat(parts), loca, xMins: outlines.map(({ xMin }) => xMin) };
}

/** Restores `hmtx`, whose left bearings are the left ends of the outlines. */
function readMetrics(table: Buffer, widths: number, xMins: readonly number[]): Buffer {
  const reader = new Reader(table);
  const flags = reader.byte();
  const advances = Array.from({ length: widths }, () => reader.uint16());
  const bearings = xMins.map((xMin, glyph) => {
    const isLeftOut = glyph < widths ? flags & 1 : flags & 2;
    return isLeftOut ? xMin : reader.int16();
  });
  return numbers16(
    bearings.flatMap((bearing, glyph) => {
      const advance = advances[glyph];
      return advance === undefined ? [bearing] : [advance, bearing];
    }),
  );
}

/** A plain OpenType file of tables; its checksums are left out, because no reader here asks for them. */
function writeOpenType(flavor: number, tables: ReadonlyMap<string, Buffer>): Buffer {
  const head = Buffer.alloc(12 + 16 * tables.size);
  head.writeUInt32BE(flavor, 0);
  head.writeUInt16BE(tables.size, 4);
  const parts: Buffer[] = [head];
  let at = head.length;
  [...tables]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .forEach(([tag, bytes], index) => {
      const entry = 12 + 16 * index;
      head.write(tag, entry, "latin1");
      head.writeUInt32BE(at, entry + 8);
      head.writeUInt32BE(bytes.length, entry + 12);
      const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
      parts.push(bytes, padding);
      at += bytes.length + padding.length;
    });
  return Buffer.concat(parts);
}

/**
 * Restores an OpenType font of a WOFF2 file (W3C Recommendation of 8 August 2024), at once, because a line of text cannot wait.
 * Throws for what is no WOFF2 file or a collection of fonts.
 */
export function readWoff2(file: Buffer): Buffer {
  const reader = new Reader(file);
  if (reader.slice(4).toString("latin1") !== "wOF2") throw new Error("The file is no WOFF2 font.");
  const flavor = reader.uint32();
  reader.at = 12;
  const count = reader.uint16();
  reader.at = 20;
  const compressedLength = reader.uint32();
  reader.at = 48;
  const entries = Array.from({ length: count }, () => readEntry(reader));
  const data = new Reader(brotliDecompressSync(reader.slice(compressedLength)));
  const tables = new Map(entries.map(({ length, tag }) => [tag, data.slice(length)]));
  const isTransformed = (tag: string) =>
    entries.some((entry) => entry.tag === tag && entry.isTransformed);
  const outlines = tables.get("glyf");
  const metrics = tables.get("hmtx");
  const head = tables.get("head");
  const hhea = tables.get("hhea");
  if (outlines && head && isTransformed("glyf")) {
    const { glyf, loca, xMins } = readOutlines(outlines);
    tables.set("glyf", glyf).set("loca", loca);
    const long = Buffer.from(head);
    long.writeInt16BE(1, 50);
    tables.set("head", long);
    if (metrics && hhea && isTransformed("hmtx"))
      tables.set("hmtx", readMetrics(metrics, hhea.readUInt16BE(34), xMins));
  }
  return writeOpenType(flavor, tables);
}
