import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseVideoFile, readByteRange, sniffVideoKind, videoPath } from "./video-rules.ts";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
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
  expect(sniffVideoKind(bytes(head))).toBe(kind);
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
