import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create } from "fontkit";
import { extractText, extractTextItems } from "unpdf";
import { describe, expect, test } from "vitest";
import { SAMPLE_NAMES } from "#tests/support/sample-names.ts";
import { readWoff2 } from "./pdf/read-woff2.server.ts";
import { openScriptFonts } from "./pdf/script-fonts.server.ts";
import type { PdfWriter } from "./pdf-writer.server.ts";
import { createPdfWriter, loadPdfFonts } from "./pdf-writer.server.ts";

async function written(draw: (pdf: PdfWriter) => void): Promise<Uint8Array> {
  const pdf = await createPdfWriter(await loadPdfFonts(), {
    size: [595, 842],
    title: "Names",
    author: "Demerara Atelier",
    isUndated: true,
  });
  draw(pdf);
  return new Uint8Array(await pdf.finish());
}

const lineOf = (text: string) =>
  written((pdf) => {
    pdf.line(text, { x: 30, y: 60, size: 11 });
  });

/** Without blanks, and without the joiner that some readers drop. */
const lettersOf = (text: string) => text.normalize("NFC").replaceAll(/[\s\u200c]/g, "");

async function readLine(text: string): Promise<string> {
  const { text: pages } = await extractText(await lineOf(text));
  return lettersOf(pages.join(""));
}

describe("a paper in the letters of a language", () => {
  test.each(SAMPLE_NAMES)(
    "$language: a name and a street are copied as they are written",
    async ({ name, street }) => {
      expect(await readLine(name)).toBe(lettersOf(name));
      const read = await readLine(street);
      // A vowel above the last letter before a number is moved by this reader; Poppler copies it where it stands.
      const isMoved = /\p{M} \d/u.test(street) && /\p{scx=Thaana}/u.test(street);
      if (isMoved) expect([...read].toSorted()).toEqual([...lettersOf(street)].toSorted());
      else expect(read).toBe(lettersOf(street));
    },
  );

  test("all languages together are more letters than a font has codes, and stay right", async () => {
    const latin = SAMPLE_NAMES.filter(({ name }) =>
      /\p{Script=Han}|\p{Script=Cyrillic}/u.test(name),
    );
    const bytes = await written((pdf) => {
      SAMPLE_NAMES.forEach(({ name }, index) => {
        pdf.line(name, { x: 30, y: 10 + index * 9, size: 8 });
      });
    });
    const { text } = await extractText(bytes);
    for (const { name } of latin) expect(lettersOf(text.join(""))).toContain(lettersOf(name));
  });
});

describe("a letter that no font has", () => {
  test.each([
    ["Ada 😀", "Ada U+1F600"],
    ["👩‍🔧 Ada", "U+1F469U+1F527 Ada"],
    ["\u{10FFFD}", "U+10FFFD"],
    ["broken \ud800", "broken \ufffd"],
  ])("%j is printed as its code and never as a question mark", async (text, shown) => {
    expect(await readLine(text)).toBe(lettersOf(shown));
  });

  test("marks without a glyph and orders of direction are left out", async () => {
    expect(await readLine("A\u200bd\u00ada\u202e 12\tB")).toBe("Ada12B");
  });
});

describe("a line of two directions", () => {
  /** The parts of a line from left to right. */
  const partsOf = async (text: string) => {
    const { items } = await extractTextItems(await lineOf(text));
    return items
      .flat()
      .filter(({ str }) => str.trim() !== "")
      .toSorted((a, b) => a.x - b.x)
      .map(({ str }) => str.trim());
  };

  test("a house number stands to the left of an Arabic street, a Latin word keeps its own direction", async () => {
    expect(await partsOf("شارع فهد 12")).toEqual(["12", "شارع فهد"]);
    expect(await partsOf("For محمد")).toEqual(["For", "محمد"]);
    expect(await partsOf("محمد Tower 12 علي")).toEqual(["علي", "Tower 12", "محمد"]);
  });

  test("a name that is set apart leaves the number after it where it is", async () => {
    expect(await partsOf("For \u2068محمد\u2069, 12 Camp Street")).toEqual([
      "For",
      "محمد",
      ", 12 Camp Street",
    ]);
  });

  test("text is set to the right end as it is to the left", async () => {
    const bytes = await written((pdf) => {
      pdf.line("שרה", { x: 500, y: 60, size: 11, align: "right" });
    });
    const { items } = await extractTextItems(bytes);
    const [item] = items.flat();
    expect((item?.x ?? 0) + (item?.width ?? 0)).toBeCloseTo(500, 0);
  });
});

describe("shaping", () => {
  const { resolve } = createRequire(import.meta.url);
  const widthOf = (clusters: readonly { advance: number }[]) =>
    clusters.reduce((sum, { advance }) => sum + advance, 0);

  // fontkit shares no code with HarfBuzz. It fails on fonts or words of the languages that are not listed.
  test.each([
    ["Arabic", "arabic"],
    ["Persian", "arabic"],
    ["Urdu", "arabic"],
    ["Hindi", "devanagari"],
    ["Marathi", "devanagari"],
    ["Gujarati", "gujarati"],
    ["Odia", "oriya"],
    ["Tamil", "tamil"],
    ["Kannada", "kannada"],
    ["Sinhala", "sinhala"],
    ["Thai", "thai"],
    ["Lao", "lao"],
    ["Khmer", "khmer"],
    ["Armenian", "armenian"],
    ["Georgian", "georgian"],
    ["Amharic", "ethiopic"],
  ])(
    "each word in %s is as wide as another engine of shaping sets it",
    async (language, script) => {
      const file = `@fontsource-variable/noto-sans-${script}/files/noto-sans-${script}-${script}-wght-normal.woff2`;
      const other = create(readWoff2(readFileSync(resolve(file))));
      if (!("layout" in other)) throw new Error("The font is a collection.");
      const fonts = await openScriptFonts();
      const sample = SAMPLE_NAMES.find((each) => each.language === language);
      const text = `${sample?.name} ${sample?.street}`.normalize("NFC");
      const parts = text.split(/[\s\d،,]+/).filter((word) => word !== "");
      expect(parts.length).toBeGreaterThan(1);
      for (const word of parts) {
        const isRightToLeft = script === "arabic";
        const shaped = fonts.fontFor(word, text)?.shape(word, { isRightToLeft, weight: 400 }) ?? [];
        const { advanceWidth } = other.layout(word);
        expect(Math.abs(widthOf(shaped) - advanceWidth), word).toBeLessThanOrEqual(word.length);
      }
    },
  );

  test("the joined form of a letter is not its lonely one, and a conjunct is narrower than its letters", async () => {
    const fonts = await openScriptFonts();
    const outlineOf = (text: string, letter: number) =>
      fonts.fontFor(text, text)?.shape(text, { isRightToLeft: true, weight: 400 }).toReversed()[
        letter
      ]?.outline;
    expect(outlineOf("هه", 0)).not.toEqual(outlineOf("ه", 0));
    const set = { isRightToLeft: false, weight: 400 };
    const wide = (text: string) => widthOf(fonts.fontFor(text, text)?.shape(text, set) ?? []);
    expect(wide("क्ष")).toBeLessThan(wide("क") + wide("ष"));
  });
});
