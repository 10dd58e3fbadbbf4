import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IMAGE_WIDTHS, imagePath, parseImageFile } from "./image-url.ts";

const id = "0199a0c0-0000-7000-8000-000000000000";

describe("imagePath", () => {
  it("is an address that parseImageFile reads", () => {
    expect(imagePath(id, 640, "avif")).toBe(`/images/${id}/640.avif`);
    expect(parseImageFile("640.avif")).toEqual({ width: 640, format: "avif" });
  });
});

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
