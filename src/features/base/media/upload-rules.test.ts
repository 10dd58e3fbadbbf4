import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  cleanFileName,
  hasAcceptableSize,
  parseVideoFile,
  readByteRange,
  sniffImageKind,
  sniffVideoKind,
  videoPath,
} from "./upload-rules.ts";

const headBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const id = "0198f000-0000-7000-8000-000000000001";

test.each([
  ["\0\0\0\x20ftypisom....", "mp4"],
  ["\0\0\0\x18ftypmp42....", "mp4"],
  ["\x1aE\xdf\xa3\x93B\x82\x84webm", "webm"],
  ["\x1aE\xdf\xa3\x93B\x82\x88matroska", null],
  ["\0\0\0\x20ftypavif", null],
  ["\0\0\0\x20ftypheic", null],
  ["<!doctype html>", null],
  ["", null],
])("a film is known by its first bytes alone (%j is %s)", (head, kind) => {
  expect(sniffVideoKind(headBytes(head))).toBe(kind);
});

test("a film's address leads back to its id and type; anything else to nothing", () => {
  expect(parseVideoFile(videoPath(id, "video/webm").slice("/videos/".length))).toEqual({
    id,
    mimeType: "video/webm",
  });
  for (const file of [`${id}.html`, `${id}.mp4.html`, `../${id}.mp4`, "film.mp4", ""]) {
    expect(parseVideoFile(file)).toBeNull();
  }
});

describe("a range of bytes", () => {
  test.each([
    ["bytes=0-99", { start: 0, end: 99 }],
    ["bytes=900-", { start: 900, end: 999 }],
    ["bytes=900-5000", { start: 900, end: 999 }],
    ["bytes=-100", { start: 900, end: 999 }],
    ["bytes=-5000", { start: 0, end: 999 }],
    ["bytes=1000-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=5-1", null],
    ["bytes=0-1,5-6", null],
    ["lines=0-1", null],
    ["bytes=-", null],
    [null, null],
  ])("%s of 1000 is %j", (header, range) => {
    expect(readByteRange(header, 1000)).toEqual(range);
  });

  test("whatever is asked for, what is given lies within the file", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1 }), (first, last, size) => {
        const range = readByteRange(`bytes=${first}-${last}`, size);
        if (range === null || range === "unsatisfiable") return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });
});

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("sniffImageKind", () => {
  it.each([
    ["\x89PNG\r\n\x1a\n....", "png"],
    ["\xff\xd8\xff\xe0..", "jpeg"],
    ["GIF89a....", "gif"],
    ["RIFF\x10\0\0\0WEBPVP8 ", "webp"],
    ["\0\0\0\x20ftypavif", "avif"],
  ])("knows a picture by its first bytes (%j)", (start, kind) => {
    expect(sniffImageKind(bytes(start))).toBe(kind);
  });

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><svg/>',
    "%PDF-1.7",
    "RIFF\x10\0\0\0WAVE",
    "GIF",
    "",
    // Specification 9.16
  ])("takes nothing else for a picture (%j)", (start) =>
    expect(sniffImageKind(bytes(start))).toBeNull(),
  );
});

describe("hasAcceptableSize", () => {
  it("lets a camera's 50 million pixels through and stops what is only big to do harm", () => {
    expect(hasAcceptableSize({ width: 8192, height: 6144 })).toBe(true);
    expect(hasAcceptableSize({ width: 60_000, height: 10 })).toBe(false);
    expect(hasAcceptableSize({ width: 19_000, height: 19_000 })).toBe(false);
  });
});

describe("cleanFileName", () => {
  it("drops folders and marks nobody can see", () => {
    expect(cleanFileName("C:\\photos\\gown\u202egpj.exe\u0000")).toBe("gowngpj.exe");
    expect(cleanFileName("../../etc/passwd")).toBe("passwd");
  });

  it("gives a nameless file a name", () => {
    expect(cleanFileName(" / ")).toBe("image");
  });
});
