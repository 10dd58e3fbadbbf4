import { expect, test } from "vitest";
import { openFile, sealFile } from "./sealed-file.server.ts";

const image = Buffer.from("a photo of a back".repeat(1_000));

test("a sealed file opens with its own key and shows nothing of its bytes", () => {
  const { fileKey, sealed } = sealFile(image);
  expect(sealed.includes("photo")).toBe(false);
  expect(openFile(fileKey, sealed)).toEqual(image);
});

test("the key of another file opens nothing, and the same bytes are sealed differently each time", () => {
  const { sealed } = sealFile(image);
  const other = sealFile(image);
  expect(openFile(other.fileKey, sealed)).toBeNull();
  expect(other.sealed.equals(sealed)).toBe(false);
});

test("a file that was changed, cut off or is a plain one does not open", () => {
  const { fileKey, sealed } = sealFile(image);
  const changed = Buffer.from(sealed);
  changed[sealed.length - 1] = (changed[sealed.length - 1] ?? 0) ^ 1;
  for (const bytes of [changed, sealed.subarray(0, -1), sealed.subarray(0, 5), image]) {
    expect(openFile(fileKey, bytes)).toBeNull();
  }
});
