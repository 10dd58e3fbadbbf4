import fc from "fast-check";
import { expect, test } from "vitest";
import {
  cleanAltText,
  focalShare,
  formatBytes,
  formatDimensions,
  formatKilobytes,
  mediaQuery,
  readMediaFilter,
} from "./media-item.ts";
import { HERO_PAGES, readUploadTarget, uploadTargetText } from "./site-images.ts";
import { uploadFailureMessage, validateUpload } from "./upload-rules.ts";

// Specification 2.148, 9.21
test("a size stands in KB with 2 decimals", () => {
  expect(formatKilobytes(0)).toBe("0.00 KB");
  expect(formatKilobytes(123_456)).toBe("120.56 KB");
  expect(formatKilobytes(10 * 1024 * 1024)).toBe("10240.00 KB");
});

test("sizes and measures as people read them", () => {
  expect([900, 2048, 500_000, 3_000_000].map(formatBytes)).toEqual([
    "900 bytes",
    "2.0 KB",
    "488 KB",
    "2.9 MB",
  ]);
  expect(formatDimensions({ width: 1920, height: 600 })).toBe("1920×600");
  expect(formatDimensions({ width: null, height: null })).toBe("—");
});

test("the library's address says what it shows, and back", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("all", "image", "video", "unused"),
      fc.string({ maxLength: 100 }),
      fc.constantFrom("table", "grid"),
      fc.integer({ min: 1, max: 999_999 }),
      (show, text, view, page) => {
        const filter = { show, search: text.trim(), view, page, itemId: null } as const;
        expect(readMediaFilter(new URLSearchParams(mediaQuery(filter)))).toEqual(filter);
      },
    ),
  );
});

test("changing what is shown starts at the first page and closes the open item", () => {
  const filter = readMediaFilter(new URLSearchParams("page=4&item=x&view=grid"));
  expect(mediaQuery(filter, { search: "gown" })).toBe("?tab=media&q=gown&view=grid");
  expect(mediaQuery(filter, { view: "table" })).toBe("?tab=media&page=4&item=x");
});

test("a focal point stays within the picture whatever is sent", () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      const share = focalShare(value);
      expect(share >= 0 && share <= 1).toBe(true);
      expect(focalShare(share)).toBe(share);
    }),
  );
});

test("an alt text is one line", () => {
  expect(cleanAltText("  A gown\n\tin \0 red ")).toBe("A gown in red");
  expect(cleanAltText("x".repeat(999))).toHaveLength(300);
});

test("a place for a picture is written and read the same way; unknown ones are none", () => {
  for (const { pageName } of HERO_PAGES) {
    const target = { kind: "hero", pageName } as const;
    expect(readUploadTarget(uploadTargetText(target))).toEqual(target);
  }
  const category = { kind: "category", categoryId: "c" } as const;
  expect(readUploadTarget(uploadTargetText(category))).toEqual(category);
  for (const text of ["", "hero:", "hero:new-dawn", "category:", "shelf:1"]) {
    expect(readUploadTarget(text)).toBeNull();
  }
});

// Specification 2.150, 9.18
test("the five hero pages stand in the order of the page selector", () => {
  expect(HERO_PAGES.map((page) => page.label)).toEqual([
    "Home",
    "Shop",
    "About",
    "Contact",
    "Catalog",
  ]);
});

test("a file is refused by its own account in the specification's words", () => {
  const offer = (type: string, size: number) => ({ name: "a", type, size });
  expect(validateUpload(offer("image/png", 10 * 1024 * 1024), "images")).toBeNull();
  expect(validateUpload(offer("image/png", 10 * 1024 * 1024 + 1), "images")).toBe("too_large");
  expect(validateUpload(offer("video/mp4", 1), "images")).toBe("unsupported_type");
  expect(validateUpload(offer("video/mp4", 1), "images and videos")).toBeNull();
  expect(validateUpload(offer("image/svg+xml", 1), "images and videos")).toBe("unsupported_type");
  expect(validateUpload(offer("image/png", 0), "images")).toBe("empty");
  const message = uploadFailureMessage("too_large", {
    type: "video/mp4",
    kinds: "images and videos",
  });
  expect(message).toBe("File is larger than 209715200 bytes (200 MB)");
});
