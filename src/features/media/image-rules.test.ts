import { describe, expect, it } from "vitest";
import { cleanFileName, hasAcceptableSize, sniffImageKind } from "./image-rules.ts";

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
