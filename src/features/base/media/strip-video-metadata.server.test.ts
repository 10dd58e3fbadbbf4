import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stripVideoMetadata } from "./strip-video-metadata.server.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atelier-video-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const text = (value: string) => Buffer.from(value, "latin1");
const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const box = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([number(body.length + 8), text(type), body]);
};

const GPS_LOCATION = "+06.8013-058.1551/"; // Georgetown.

/** A track with one sample. */
const track = (handler: string, at: number, length: number, ...extra: Buffer[]) =>
  box(
    "trak",
    box(
      "mdia",
      box("hdlr", number(0), number(0), text(handler), Buffer.alloc(13)),
      box(
        "minf",
        box(
          "stbl",
          box("stsz", number(0), number(0), number(1), number(length)),
          box("stsc", number(0), number(1), number(1), number(1), number(1)),
          box("stco", number(0), number(1), number(at)),
        ),
      ),
    ),
    ...extra,
  );

/** Location in three boxes and a track. */
function phoneVideo(): Buffer {
  const head = box("ftyp", text("isom"), number(0), text("isom"));
  const data = box("mdat", text("PICTURE-AND-SOUND"), text(`GPS ${GPS_LOCATION}`));
  const start = head.length + 8;
  const moov = box(
    "moov",
    box("mvhd", Buffer.alloc(100)),
    track("vide", start, 17, box("udta", box("loci", text(GPS_LOCATION)))),
    track("meta", start + 17, 4 + GPS_LOCATION.length),
    box("udta", box("©xyz", text(GPS_LOCATION)), box("meta", text(`com.apple ${GPS_LOCATION}`))),
  );
  return Buffer.concat([head, data, moov, box("uuid", text(GPS_LOCATION))]);
}

async function stripped(bytes: Buffer, kind: "mp4" | "webm"): Promise<Buffer | null> {
  const path = join(folder, `film.${kind}`);
  await writeFile(path, bytes);
  return (await stripVideoMetadata(path, kind)) ? readFile(path) : null;
}

test("a phone's video loses its place in every box and track, and keeps picture, sound and every offset", async () => {
  const before = phoneVideo();
  expect(before.includes(GPS_LOCATION)).toBe(true);
  const after = await stripped(before, "mp4");
  expect(after?.length).toBe(before.length);
  expect(after?.includes(GPS_LOCATION)).toBe(false);
  expect(after?.includes("06.8013")).toBe(false);
  const data = before.indexOf("PICTURE-AND-SOUND");
  expect(after?.subarray(0, data + 17)).toEqual(before.subarray(0, data + 17));
  expect(after?.includes("vide")).toBe(true);
});

test("a second run changes nothing, and a video without a place stays byte for byte", async () => {
  const once = await stripped(phoneVideo(), "mp4");
  expect(once && (await stripped(once, "mp4"))).toEqual(once);
  const plain = Buffer.concat([
    box("ftyp", text("isom")),
    box("moov", box("mvhd", Buffer.alloc(20)), track("vide", 24, 5)),
    box("mdat", text("FRAME")),
  ]);
  expect(await stripped(plain, "mp4")).toEqual(plain);
});

test("a WebM loses its tags, and its frames stay", async () => {
  const element = (id: number[], body: Buffer) =>
    Buffer.concat([Buffer.from(id), Buffer.from([0x80 | body.length]), body]);
  const head = element([0x1a, 0x45, 0xdf, 0xa3], text("webm"));
  const cluster = element([0x1f, 0x43, 0xb6, 0x75], text("FRAMES"));
  const tags = element([0x12, 0x54, 0xc3, 0x67], text(`LOCATION ${GPS_LOCATION}`));
  const segment = Buffer.concat([
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    tags,
    cluster,
  ]);
  const before = Buffer.concat([head, segment]);
  const after = await stripped(before, "webm");
  expect(after?.length).toBe(before.length);
  expect(after?.includes("06.8013")).toBe(false);
  expect(after?.subarray(-cluster.length)).toEqual(cluster);
});

test("a video whose boxes cannot be read is refused, because its place could not be found", async () => {
  const broken = Buffer.concat([
    box("ftyp", text("isom")),
    number(3),
    text("moov"),
    text(GPS_LOCATION),
  ]);
  expect(await stripped(broken, "mp4")).toBeNull();
});
