import { deflateRawSync } from "node:zlib";
import {
  behind,
  claimedGif,
  claimedPng,
  cutOff,
  latin,
  manyFrames,
  noisyImage,
  PNG_HEAD,
  placed,
  plain,
  SCRIPT,
  withComment,
  withGpsExif,
  withGpsXmp,
  withText,
  withTextBomb,
} from "./hostile-bytes.ts";

export type HostileFile = {
  what: string;
  name: string;
  type: string;
  make(): Promise<Uint8Array> | Uint8Array;
  /** "cleaned": accepted without `mark`; else the refusal. */
  ends:
    | "cleaned"
    | "unsupported_type"
    | "unreadable"
    | "too_many_pixels"
    | "too_large"
    | "animated"
    | "empty";
  signature?: string;
};

const svg = latin(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`);
const html = latin(`<!doctype html>${SCRIPT}`);
const zip = latin("PK\x03\x04\x14\0\0\0\x08\0evil.exe");
const ftyp = (brand: string) => latin(`\0\0\0\x20ftyp${brand}\0\0\0\0`);
const bidi = "gown\u202egpj.exe";
const png = "image/png";
const jpeg = "image/jpeg";
const gif = "image/gif";
const webp = "image/webp";
const avif = "image/avif";
const mp4 = "video/mp4";
const webm = "video/webm";
const endings: Record<string, string> = { "image/jpeg": "jpg" };

type Row = [
  type: string | undefined,
  what: string,
  make: HostileFile["make"],
  more?: { name?: string; signature?: string },
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

const animated: readonly Row[] = [[gif, "a GIF of 50,000 frames", () => manyFrames(50_000)]];

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
  [jpeg, "a script behind a JPEG's end", () => behind("jpeg", SCRIPT), { signature: SCRIPT }],
  [gif, "a script behind a GIF's end", () => behind("gif", SCRIPT), { signature: SCRIPT }],
  [png, "a ZIP behind a PNG's end", () => behind("png", zip), { signature: "evil.exe" }],
  [jpeg, "a script in a JPEG's comment", withComment, { signature: SCRIPT }],
  [png, "a script in a PNG's text", withText, { signature: SCRIPT }],
  [jpeg, "a photograph that says where it was taken", withGpsExif, { signature: "SecretCamera" }],
  [png, "a PNG that says where it was taken", () => placed("png"), { signature: "Whereabouts" }],
  [webp, "a WebP that says where it was taken", () => placed("webp"), { signature: "Whereabouts" }],
  [
    avif,
    "an AVIF that says where it was taken",
    () => placed("avif"),
    { signature: "Whereabouts" },
  ],
  [
    jpeg,
    "a photograph whose XMP says where it was taken",
    withGpsXmp,
    { signature: "GPSLatitude" },
  ],
  [png, "a PNG whose text unfolds to 256 MB", withTextBomb],
  [
    png,
    "a page behind a WebP's end, called a PNG",
    () => behind("webp", html),
    { signature: SCRIPT },
  ],
  [
    png,
    "the largest picture that is let in, interlaced",
    () => plain(8900, 8900).png({ progressive: true, palette: true, colours: 2 }).toBuffer(),
  ],
  [jpeg, "a PNG that calls itself a JPEG", () => noisyImage("png")],
  [mp4, "a PNG that calls itself a film", () => noisyImage("png"), { name: "a.mp4" }],
  [
    png,
    "a name that leads upwards",
    () => noisyImage("png"),
    { name: "../../../etc/passwd\0.png" },
  ],
  [png, "a name that reads backwards", () => noisyImage("png"), { name: bidi }],
  [png, "a name of 4,000 letters", () => noisyImage("png"), { name: `${"a".repeat(4000)}.png` }],
  [
    png,
    "a name that is a page",
    () => noisyImage("png"),
    { name: `<img src=x onerror=alert(1)>${SCRIPT}.png` },
  ],
];

const table = {
  unsupported_type,
  unreadable,
  animated,
  empty,
  too_large,
  too_many_pixels,
  cleaned,
};

export const HOSTILE_FILES: readonly HostileFile[] = Object.entries(table).flatMap(([ends, rows]) =>
  rows.map(([type = png, what, make, more]) => {
    const name = `a.${endings[type] ?? type.split("/")[1]}`;
    return { name, ...more, type, what, make, ends: ends as HostileFile["ends"] };
  }),
);
