import { deflateRawSync, deflateSync } from "node:zlib";
import sharp from "sharp";

/** A file that means harm, or is broken: as it calls itself, its bytes, and what must become of it. */
export type HostileFile = {
  what: string;
  name: string;
  type: string;
  make(): Promise<Uint8Array> | Uint8Array;
  /** "cleaned": taken in, and nothing of `mark` is left in what is stored; else the refusal. */
  ends: "cleaned" | "unsupported_type" | "unreadable" | "too_many_pixels" | "too_large" | "empty";
  mark?: string;
};

const SCRIPT = "<script>alert(document.cookie)</script>";
const latin = (text: string) => Buffer.from(text, "latin1");
const PNG_HEAD = "\x89PNG\r\n\x1a\n";

type Format = "png" | "jpeg" | "webp" | "gif" | "avif";

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#9a5b25" }, limitInputPixels: false });
const photo = (format: Format) =>
  sharp({
    create: {
      width: 320,
      height: 400,
      channels: 3,
      background: "#f1ece2",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .toFormat(format)
    .toBuffer();
const cutOff = async (format: Format, share: number) => {
  const whole = await photo(format);
  return whole.subarray(0, Math.floor(whole.length * share));
};
const behind = async (format: Format, tail: Uint8Array | string) =>
  Buffer.concat([await photo(format), Buffer.from(tail)]);

function chunk(kind: string, content: Uint8Array, crc = 0): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc);
  return Buffer.concat([length, latin(kind), content, sum]);
}

/** A PNG that says it is of this size; its checksums are wrong unless the reader does not look. */
function claimedPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const body = deflateSync(Buffer.alloc(1024));
  return Buffer.concat([latin(PNG_HEAD), chunk("IHDR", head), chunk("IDAT", body)]);
}

/** A GIF whose head claims a screen of this size. */
function claimedGif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x44, 1, 0, 0x3b]);
  return Buffer.concat([
    latin("GIF89a"),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    frame,
  ]);
}

async function withPlace(): Promise<Buffer> {
  return plain(80, 60)
    .jpeg()
    .withExif({
      IFD0: { Make: "SecretCamera", Copyright: "somebody" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "6/1 48/1 0/1" },
    })
    .toBuffer();
}

const withComment = async () => {
  const whole = await photo("jpeg");
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]), latin(SCRIPT)]);
  return Buffer.concat([whole.subarray(0, 2), comment, whole.subarray(2)]);
};

const withText = async () => {
  const whole = await photo("png");
  const content = latin(`Comment\0${SCRIPT}`);
  const { crc32 } = await import("node:zlib");
  const text = chunk("tEXt", content, crc32(Buffer.concat([latin("tEXt"), content])));
  return Buffer.concat([whole.subarray(0, 33), text, whole.subarray(33)]);
};

const svg = latin(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`);
const html = latin(`<!doctype html>${SCRIPT}`);
const zip = latin("PK\x03\x04\x14\0\0\0\x08\0evil.exe");
const ftyp = (brand: string) => latin(`\0\0\0\x20ftyp${brand}\0\0\0\0`);
const bidi = "gown\u202egpj.exe";
const png = "image/png";
const jpeg = "image/jpeg";
const [gif, webp, avif] = ["image/gif", "image/webp", "image/avif"];
const [mp4, webm] = ["video/mp4", "video/webm"];
const endings: Record<string, string> = { "image/jpeg": "jpg" };

type Row = [
  type: string | undefined,
  what: string,
  make: HostileFile["make"],
  more?: { name?: string; mark?: string },
];

const unsupported_type: readonly Row[] = [
  [png, "an SVG with a script", () => svg, { name: "a.svg" }],
  [
    png,
    "an SVG behind a byte order mark",
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), svg]),
  ],
  [
    png,
    "a packed SVG",
    () => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), deflateRawSync(svg)]),
    { name: "a.svgz" },
  ],
  [jpeg, "a page named .jpg", () => html],
  [
    png,
    "an XML that names a file of the server",
    () =>
      latin(
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>',
      ),
  ],
  [
    png,
    "an ImageMagick script",
    () => latin("push graphic-context\nimage over 0,0 0,0 'https://evil.example'"),
    { name: "a.mvg" },
  ],
  [jpeg, "a PostScript", () => latin("%!PS-Adobe-3.0\n(/etc/passwd) run")],
  [png, "a PDF", () => latin("%PDF-1.7\n")],
  [png, "a program", () => latin("\x7fELF\x02\x01\x01")],
  [jpeg, "a Windows program", () => latin("MZ\x90\0\x03")],
  [png, "a ZIP named .png", () => zip],
  [jpeg, "a TIFF", () => latin("II*\0\x08\0\0\0")],
  [png, "an icon", () => latin("\0\0\x01\0\x01\0")],
  [webp, "a sound", () => latin("RIFF\x10\0\0\0WAVE")],
  [png, "zeros", () => Buffer.alloc(4096)],
  [jpeg, "one byte", () => Buffer.from([0xff])],
  [mp4, "a page that claims to be a film", () => html],
  [jpeg, "a HEIC", () => ftyp("heic")],
  [mp4, "a sound in a film's box", () => ftyp("M4A ")],
  [webm, "a Matroska named .webm", () => latin("\x1aE\xdf\xa3\x93B\x82\x88matroska")],
];

const unreadable: readonly Row[] = [
  [png, "an SVG behind a PNG's first bytes", () => Buffer.concat([latin(PNG_HEAD), svg])],
  [
    jpeg,
    "a page behind a JPEG's first bytes",
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), html]),
  ],
  [gif, "a script that begins like a GIF", () => latin("GIF89a/*x*/=1;alert(1)//")],
  [avif, "a broken AVIF", () => ftyp("avif")],
  [png, "a PNG cut off", () => cutOff("png", 0.6)],
  [jpeg, "a JPEG cut off", () => cutOff("jpeg", 0.6)],
  [webp, "a WebP cut off", () => cutOff("webp", 0.6)],
  [avif, "an AVIF cut off", () => cutOff("avif", 0.6)],
  [png, "a PNG of nothing but its head", () => latin(PNG_HEAD)],
  [
    png,
    "a PNG that claims two thousand million pixels a side",
    () => claimedPng(0x7fffffff, 0x7fffffff),
  ],
  [png, "a PNG that claims no pixels", () => claimedPng(0, 0)],
];

const empty: readonly Row[] = [[jpeg, "no byte at all", () => Buffer.alloc(0)]];

const too_large: readonly Row[] = [
  [jpeg, "11 MB", () => behind("jpeg", Buffer.alloc(11 * 1024 * 1024))],
];

const too_many_pixels: readonly Row[] = [
  [png, "60,000 px in width", () => plain(60_000, 10).png().toBuffer()],
  [png, "60,000 px in height", () => plain(10, 60_000).png().toBuffer()],
  [
    png,
    "a small file that unfolds to 85 million pixels",
    () => plain(9500, 9000).png({ compressionLevel: 1 }).toBuffer(),
  ],
  [gif, "a GIF that claims 65,535 px a side", () => claimedGif(65_535, 65_535)],
];

const cleaned: readonly Row[] = [
  [jpeg, "a script behind a JPEG's end", () => behind("jpeg", SCRIPT), { mark: SCRIPT }],
  [gif, "a script behind a GIF's end", () => behind("gif", SCRIPT), { mark: SCRIPT }],
  [png, "a ZIP behind a PNG's end", () => behind("png", zip), { mark: "evil.exe" }],
  [jpeg, "a script in a JPEG's comment", withComment, { mark: SCRIPT }],
  [png, "a script in a PNG's text", withText, { mark: SCRIPT }],
  [jpeg, "a photograph that says where it was taken", withPlace, { mark: "SecretCamera" }],
  [jpeg, "a PNG that calls itself a JPEG", () => photo("png")],
  [png, "a name that leads upwards", () => photo("png"), { name: "../../../etc/passwd\0.png" }],
  [png, "a name that reads backwards", () => photo("png"), { name: bidi }],
  [png, "a name of 4,000 letters", () => photo("png"), { name: `${"a".repeat(4000)}.png` }],
  [
    png,
    "a name that is a page",
    () => photo("png"),
    { name: `<img src=x onerror=alert(1)>${SCRIPT}.png` },
  ],
];

const table = { unsupported_type, unreadable, empty, too_large, too_many_pixels, cleaned };

/** The table: more than forty ways to harm a shop through its pictures. */
export const HOSTILE_FILES: readonly HostileFile[] = Object.entries(table).flatMap(([ends, rows]) =>
  rows.map(([type = png, what, make, more]) => {
    const name = `a.${endings[type] ?? type.split("/")[1]}`;
    return { name, ...more, type, what, make, ends: ends as HostileFile["ends"] };
  }),
);
