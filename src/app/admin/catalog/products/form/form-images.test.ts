import { expect, test } from "vitest";
import type { FormImage } from "./form-images.ts";
import { movedTo, primaryFirst, sortFiles, storedImages, withPrimary } from "./form-images.ts";

const image = (key: string, primary = false): FormImage => ({
  key,
  mediaId: key,
  file: null,
  preview: null,
  altText: "",
  primary,
  color: "",
});
const keys = (images: readonly FormImage[]) => images.map(({ key }) => key).join("");
const file = (name: string, type: string, size = 4) =>
  new File([new Uint8Array(size)], name, { type });

// Specification 2.172, 4.37
test("the first picture is the primary one only where there is none", () => {
  expect(primaryFirst([image("a"), image("b")])[0]).toMatchObject({ key: "a", primary: true });
  const added = primaryFirst([image("a", true), image("b")]);
  expect(added.filter(({ primary }) => primary)).toHaveLength(1);
  expect(primaryFirst([])).toEqual([]);
});

// Specification 2.170, 4.38, 7.21
test("making an image primary clears the others and puts it first", () => {
  const made = withPrimary([image("a", true), image("b"), image("c")], "c");
  expect(keys(made)).toBe("cab");
  expect(made.filter(({ primary }) => primary)).toHaveLength(1);
});

// Specification 2.170
test("pictures move to their place, the primary one stays first", () => {
  const row = [image("a", true), image("b"), image("c")];
  expect(keys(movedTo(row, "c", 1))).toBe("acb");
  expect(keys(movedTo(row, "c", 0))).toBe("acb");
  expect(keys(movedTo(row, "nobody", 0))).toBe("abc");
});

test("what is not uploaded yet is not saved", () => {
  expect(storedImages([image("a", true), { ...image("b"), mediaId: null }])).toEqual([
    { mediaId: "a", altText: "", primary: true },
  ]);
});

// Specification 5.23, 5.24
test("files that cannot be taken are rejected in the specification's words, each by its name", () => {
  const { accepted, rejected } = sortFiles(
    [
      file("gown.png", "image/png"),
      file("notes.pdf", "application/pdf"),
      file("film.mp4", "video/mp4"),
      file("scan.tiff", "image/tiff"),
      file("empty.jpg", "image/jpeg", 0),
      file("huge.webp", "image/webp", 10 * 1024 * 1024 + 1),
      file("second.gif", "image/gif"),
    ],
    1,
  );
  expect(accepted.map(({ name }) => name)).toEqual(["gown.png"]);
  expect(rejected).toEqual([
    { title: "Invalid file type", description: "notes.pdf is not a valid image file" },
    { title: "Invalid file type", description: "film.mp4 is not a valid image file" },
    { title: "File type must be PNG, JPG, GIF, WebP or AVIF", description: "scan.tiff" },
    { title: "File is smaller than 1 bytes (it is empty)", description: "empty.jpg" },
    { title: "File is larger than 10485760 bytes (10 MB)", description: "huge.webp" },
    { title: "Too many files", description: "second.gif" },
  ]);
});
