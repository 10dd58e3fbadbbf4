import { crc32 } from "node:zlib";
import sharp from "sharp";
import { latin, noisyImage } from "./hostile-bytes.ts";

type Format = Parameters<typeof noisyImage>[0];

const drawn = new Map<Format, Promise<Buffer>>();

/** A copy of one image a format: an AVIF of noise takes a second to encode. */
async function noiseIn(format: Format): Promise<Buffer> {
  const known = drawn.get(format) ?? noisyImage(format);
  drawn.set(format, known);
  return Buffer.from(await known);
}

/** A PNG's chunk with its checksum. */
function pngChunk(name: string, content: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const body = Buffer.concat([latin(name), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const HEAD_OF_PNG = 33;

const withPngChunk = (whole: Buffer, chunk: Uint8Array) =>
  Buffer.concat([whole.subarray(0, HEAD_OF_PNG), chunk, whole.subarray(HEAD_OF_PNG)]);

/** Where the first chunk of a PNG's name starts. */
function startOfChunk(png: Buffer, name: string): number {
  let start = 8;
  while (png.toString("latin1", start + 4, start + 8) !== name)
    start += png.readUInt32BE(start) + 12;
  return start;
}

function withWrongPixelChecksum(whole: Buffer): Buffer {
  const png = Buffer.from(whole);
  const start = startOfChunk(png, "IDAT");
  const checksum = start + 8 + png.readUInt32BE(start);
  png.writeUInt32BE((png.readUInt32BE(checksum) ^ 1) >>> 0, checksum);
  return png;
}

function withWrongTextChecksum(whole: Buffer): Buffer {
  const chunk = pngChunk("tEXt", latin("Comment\0Made by hand"));
  chunk.writeUInt8(chunk.readUInt8(chunk.length - 1) ^ 1, chunk.length - 1);
  return withPngChunk(whole, chunk);
}

/** Where the bytes of the first scan start in a JPEG. */
function startOfScan(jpeg: Buffer): number {
  let start = 2;
  while (jpeg.readUInt8(start + 1) !== 0xda) start += 2 + jpeg.readUInt16BE(start + 2);
  return start + 2 + jpeg.readUInt16BE(start + 2);
}

function jpegSegment(marker: number, content: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** A JPEG with bytes behind its first segment. */
function afterFirstSegment(whole: Buffer, bytes: Uint8Array): Buffer {
  const end = 4 + whole.readUInt16BE(4);
  return Buffer.concat([whole.subarray(0, end), bytes, whole.subarray(end)]);
}

const adobeSegment = (transform: number) =>
  jpegSegment(0xee, Buffer.concat([latin("Adobe"), Buffer.from([0, 100, 0, 0, 0, 0, transform])]));

/** Se=0 in a scan of a baseline JPEG, as some Samsung cameras write it. */
function withOddScanHeader(whole: Buffer): Buffer {
  const jpeg = Buffer.from(whole);
  jpeg.writeUInt8(0, startOfScan(jpeg) - 2);
  return jpeg;
}

const withoutLast = (whole: Buffer, bytes: number) => whole.subarray(0, whole.length - bytes);

/** What is odd about a file of which no part is missing. */
type Oddity = { what: string; change: (whole: Buffer) => Buffer };

/** In the order in which several are made: the first one reads the parts, the last one cuts the file. */
export const ODD_JPEGS: readonly Oddity[] = [
  { what: "whose scan header says Se=0", change: withOddScanHeader },
  {
    what: "with bytes between two parts",
    change: (whole) => afterFirstSegment(whole, Buffer.from([0, 0, 0])),
  },
  {
    what: "with Adobe's transform 1",
    change: (whole) => afterFirstSegment(whole, adobeSegment(1)),
  },
  {
    what: "with Adobe's transform 9",
    change: (whole) => afterFirstSegment(whole, adobeSegment(9)),
  },
  {
    what: "whose color profile is none",
    change: (whole) =>
      afterFirstSegment(whole, jpegSegment(0xe2, latin("ICC_PROFILE\0\x01\x01no profile"))),
  },
  {
    what: "whose EXIF is none",
    change: (whole) =>
      afterFirstSegment(whole, jpegSegment(0xe1, latin("Exif\0\0MM\0*\xff\xff\xff\xff"))),
  },
  {
    what: "with a movie behind its end mark",
    change: (whole) => Buffer.concat([whole, box("ftyp", latin("mp42")), Buffer.alloc(4000)]),
  },
  { what: "without its end mark", change: (whole) => withoutLast(whole, 2) },
  { what: "with half of its end mark", change: (whole) => withoutLast(whole, 1) },
];

export const ODD_PNGS: readonly Oddity[] = [
  { what: "whose pixels have a wrong checksum", change: withWrongPixelChecksum },
  {
    what: "whose color profile is none",
    change: (whole) => withPngChunk(whole, pngChunk("iCCP", latin("x\0\0abcdefg"))),
  },
  {
    what: "with the gamma 0",
    change: (whole) => withPngChunk(whole, pngChunk("gAMA", Buffer.alloc(4))),
  },
  { what: "whose text has a wrong checksum", change: withWrongTextChecksum },
  { what: "without its last chunk", change: (whole) => withoutLast(whole, 12) },
];

type Sample = { what: string; make: () => Promise<Buffer> };

const noisyJpeg = async () => sharp(await noiseIn("jpeg"));

/** The forms in which cameras and editors write a whole JPEG. */
export const JPEG_FORMS: readonly Sample[] = [
  { what: "a JPEG", make: () => noiseIn("jpeg") },
  {
    what: "a JPEG in CMYK",
    make: async () => (await noisyJpeg()).toColourspace("cmyk").jpeg().toBuffer(),
  },
  {
    what: "a JPEG that is sent in passes",
    make: async () => (await noisyJpeg()).jpeg({ progressive: true }).toBuffer(),
  },
  { what: "a JPEG in gray", make: async () => (await noisyJpeg()).grayscale().jpeg().toBuffer() },
  {
    what: "a JPEG in CMYK that is sent in passes",
    make: async () =>
      (await noisyJpeg()).toColourspace("cmyk").jpeg({ progressive: true }).toBuffer(),
  },
  {
    what: "a JPEG of full color",
    make: async () => (await noisyJpeg()).jpeg({ chromaSubsampling: "4:4:4" }).toBuffer(),
  },
];

export const PNG_FORMS: readonly Sample[] = [
  { what: "a PNG", make: () => noiseIn("png") },
  {
    what: "a PNG of 16 bits",
    make: async () => (await noisyJpeg()).toColourspace("rgb16").png().toBuffer(),
  },
];

const oddOnes = (format: "jpeg" | "png", oddities: readonly Oddity[]): Sample[] =>
  oddities.map(({ what, change }) => ({
    what: `a ${format.toUpperCase()} ${what}`,
    make: async () => change(await noiseIn(format)),
  }));

/** Whole images that every browser shows, which a strict decoder warns about or which have an unusual form. */
export const SHOWN_BY_BROWSERS: readonly Sample[] = [
  ...oddOnes("jpeg", ODD_JPEGS),
  ...JPEG_FORMS.slice(1),
  ...PNG_FORMS.slice(1),
  ...oddOnes("png", ODD_PNGS),
  { what: "a GIF without its last byte", make: async () => withoutLast(await noiseIn("gif"), 1) },
  { what: "an animated PNG of one frame", make: () => animatedPng(1) },
];

/** An animated PNG declares its frames before its pixels. */
export async function animatedPng(frames: number): Promise<Buffer> {
  const content = Buffer.alloc(8);
  content.writeUInt32BE(frames, 0);
  return withPngChunk(await noiseIn("png"), pngChunk("acTL", content));
}

function box(name: string, ...contents: readonly Uint8Array[]): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + contents.reduce((sum, content) => sum + content.length, 0));
  return Buffer.concat([size, latin(name), ...contents]);
}

/** An AVIF whose brand and table of samples are those of a sequence. */
async function animatedAvif(frames: number): Promise<Buffer> {
  const still = await noiseIn("avif");
  still.write("avis", 8, "latin1");
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32BE(frames, 8);
  const table = box("stbl", box("stsz", sizes));
  return Buffer.concat([still, box("moov", box("trak", box("mdia", box("minf", table))))]);
}

/** Two frames, which sharp writes itself. */
async function animatedBySharp(format: "gif" | "webp"): Promise<Buffer> {
  const frames = ["#20382D", "#9A5B25"].map((background) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** Each kind of image that moves. */
export const MOVING: readonly Sample[] = [
  { what: "a GIF", make: () => animatedBySharp("gif") },
  { what: "a WebP", make: () => animatedBySharp("webp") },
  { what: "a PNG", make: () => animatedPng(2) },
  { what: "an AVIF", make: () => animatedAvif(2) },
];

const FORMATS = ["png", "jpeg", "webp", "avif", "gif"] as const;

const cutJpeg = async (share: number, options: { progressive: boolean }) => {
  const whole = await (await noisyJpeg()).jpeg(options).toBuffer();
  return whole.subarray(0, Math.floor(whole.length * share));
};

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

/** What a program may have written behind the last byte that it had. */
const BEHIND_THE_CUT = [
  { what: "", bytes: Buffer.alloc(0) },
  { what: " and then ends", bytes: END_OF_JPEG },
  {
    what: ", ends, and has a movie behind",
    bytes: Buffer.concat([END_OF_JPEG, Buffer.alloc(4000)]),
  },
];

/** The last rows of each form of a JPEG are missing. */
const LAST_ROWS_CUT_OFF: readonly Sample[] = JPEG_FORMS.flatMap((form) =>
  [0.97, 0.99, 0.995].flatMap((share) =>
    BEHIND_THE_CUT.map(({ what, bytes }) => ({
      what: `${form.what} that lacks its last ${Math.round(1000 - share * 1000) / 10} %${what}`,
      make: async () => {
        const whole = await form.make();
        return Buffer.concat([whole.subarray(0, Math.floor(whole.length * share)), bytes]);
      },
    })),
  ),
);

/** Files of which a part of the image is missing. */
export const CUT_OFF: readonly Sample[] = [
  ...LAST_ROWS_CUT_OFF,
  ...FORMATS.flatMap((format) =>
    [0.2, 0.5, 0.9, 0.99].map((share) => ({
      what: `${share * 100} % of a ${format}`,
      make: async () => {
        const whole = await noiseIn(format);
        return whole.subarray(0, Math.floor(whole.length * share));
      },
    })),
  ),
  {
    what: "half of a JPEG that is sent in passes",
    make: () => cutJpeg(0.5, { progressive: true }),
  },
  {
    what: "half of a JPEG with an end mark",
    make: async () => Buffer.concat([await cutJpeg(0.5, { progressive: false }), END_OF_JPEG]),
  },
  {
    what: "half of a JPEG, then zeros",
    make: async () =>
      Buffer.concat([await cutJpeg(0.5, { progressive: false }), Buffer.alloc(20_000)]),
  },
  {
    what: "half of a JPEG whose scan header says Se=0",
    make: async () => {
      const whole = withOddScanHeader(await noiseIn("jpeg"));
      return whole.subarray(0, whole.length / 2);
    },
  },
];
