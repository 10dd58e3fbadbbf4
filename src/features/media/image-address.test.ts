import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IMAGE_WIDTHS, imagePath, imageSrcSet, parseImageFile } from "./image-address.ts";

const id = "0199a0c0-0000-7000-8000-000000000000";

describe("parseImageFile", () => {
  it("reads every width in every format, and 1200 as JPEG only", () => {
    for (const width of IMAGE_WIDTHS) {
      for (const format of ["avif", "webp", "jpg"] as const) {
        expect(parseImageFile(`${width}.${format}`)).toEqual({ width, format });
      }
    }
    expect(parseImageFile("1200.jpg")).toEqual({ width: 1200, format: "jpg" });
    expect(parseImageFile("1200.avif")).toBeNull();
  });

  it.each([
    "641.avif",
    "0640.avif",
    "640.png",
    "640",
    "640.avif.webp",
    "640.AVIF",
    "99999.avif",
    "-640.avif",
    "",
  ])("refuses %j", (file) => expect(parseImageFile(file)).toBeNull());

  it("accepts no text outside the list", () => {
    fc.assert(
      fc.property(fc.string(), (file) => {
        const rendition = parseImageFile(file);
        return rendition === null || `${rendition.width}.${rendition.format}` === file;
      }),
    );
  });
});

describe("imageSrcSet", () => {
  it("stops at the first width that holds the whole picture and tells its true width", () => {
    expect(imageSrcSet({ id, width: 1200 }, "avif", { smallest: 640 })).toBe(
      `/images/${id}/640.avif 640w, /images/${id}/960.avif 960w, /images/${id}/1280.avif 1200w`,
    );
  });

  it("keeps to the limits", () => {
    expect(imageSrcSet({ id, width: 2400 }, "webp", { smallest: 320, largest: 480 })).toBe(
      `/images/${id}/320.webp 320w, /images/${id}/480.webp 480w`,
    );
  });

  it("offers a tiny picture once", () => {
    expect(imageSrcSet({ id, width: 90 }, "jpg", { smallest: 640 })).toBe(
      `${imagePath(id, 160, "jpg")} 90w`,
    );
  });
});
