import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Blob, Face, Font, Variation } from "harfbuzzjs";
import { expect, test } from "vitest";
import decompress from "woff2-encoder/decompress";
import { readWoff2 } from "./read-woff2.server.ts";

const { resolve } = createRequire(import.meta.url);

/** Every glyph of a font as it is drawn at a weight, with its width. */
function glyphsOf(bytes: Uint8Array, weight: number) {
  const face = new Face(new Blob(bytes));
  const font = new Font(face);
  font.setVariations([new Variation("wght", weight)]);
  const maxp = Buffer.from(face.referenceTable("maxp") ?? []);
  return Array.from({ length: maxp.readUInt16BE(4) }, (_, glyph) => [
    font.glyphHAdvance(glyph),
    font.glyphToPath(glyph),
  ]);
}

// Variable fonts and still ones, composite glyphs, a part of a Chinese font, and widths without bearings.
test.each([
  "@fontsource-variable/noto-sans/files/noto-sans-vietnamese-wght-normal.woff2",
  "@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2",
  "@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2",
  "@fontsource-variable/noto-sans-sc/files/noto-sans-sc-119-wght-normal.woff2",
  "@fontsource/noto-sans-tifinagh/files/noto-sans-tifinagh-tifinagh-400-normal.woff2",
])("every glyph of %s is as Google's own decoder restores it", async (name) => {
  const file = readFileSync(resolve(name));
  const restored = await decompress(file);
  for (const weight of [400, 600])
    expect(glyphsOf(readWoff2(file), weight)).toEqual(glyphsOf(restored, weight));
});

test("what is no WOFF2 file is refused", () => {
  expect(() => readWoff2(Buffer.from("wOFF and more"))).toThrow("no WOFF2 font");
});
