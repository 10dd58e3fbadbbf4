import type { Cluster } from "./script-fonts.server.ts";

/** An object of the file; its data may change until it ends. */
type Reference = { data: Record<string, unknown>; end(content?: string): void };

/** What pdfkit offers beside its documented methods. */
export type PdfObjects = {
  ref(data: Record<string, unknown>): Reference;
  page: { fonts: Record<string, Reference> };
};

/** Codes of one byte, after code 0, which some readers end a text at, and `SIZE_CODE`. */
const MAX_CODES = 254;
const FIRST_CODE = 2;

/**
 * A glyph that nothing shows. Readers of Poppler's kind take the width of the glyph `m`, six tenths of the size in an ordinary
 * font, for the size of a font of outlines, and order letters by it.
 */
const SIZE_CODE = { code: 1, name: "m", width: 600 };

type Glyph = { code: number; cluster: Cluster; procedure: Reference };
type GlyphFont = { name: string; font: Reference; glyphs: Map<string, Glyph> };

const numbersOf = (values: readonly number[]) => values.join(" ");

/** From a curve of one control point to one of two, which is the only kind that PDF knows. */
function cubicOf(
  from: readonly [number, number],
  [cx = 0, cy = 0, x = 0, y = 0]: readonly number[],
) {
  const third = (start: number, control: number) => Math.round((start + 2 * control) / 3);
  return [third(from[0], cx), third(from[1], cy), third(x, cx), third(y, cy), x, y];
}

/** The drawing of a cluster in PDF's operators, filled with the color of the text. */
function procedureOf({ advance, outline }: Cluster): string {
  const operators: string[] = [];
  const xs: number[] = [0];
  const ys: number[] = [0];
  let at: readonly [number, number] = [0, 0];
  for (const { type, values } of outline) {
    xs.push(...values.filter((_, index) => index % 2 === 0));
    ys.push(...values.filter((_, index) => index % 2 === 1));
    if (type === "M") operators.push(`${numbersOf(values)} m`);
    if (type === "L") operators.push(`${numbersOf(values)} l`);
    if (type === "Q") operators.push(`${numbersOf(cubicOf(at, values))} c`);
    if (type === "C") operators.push(`${numbersOf(values)} c`);
    if (type === "Z") operators.push("h");
    const [x, y] = values.slice(-2);
    if (x !== undefined && y !== undefined) at = [x, y];
  }
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const fill = operators.length > 0 ? [...operators, "f"] : [];
  return [`${advance} 0 ${numbersOf(box)} d1`, ...fill].join("\n");
}

const hexOf = (code: number) => code.toString(16).padStart(2, "0");

const utf16Of = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex");

/** Says which letters a code stands for, so that a reader copies and searches them. */
function unicodeMapOf(glyphs: Iterable<Glyph>): string {
  const pairs = [...glyphs].map(
    ({ cluster, code }) => `<${hexOf(code)}> <${utf16Of(cluster.text)}>`,
  );
  const blocks: string[] = [];
  // A block has at most 100 pairs.
  for (let from = 0; from < pairs.length; from += 100) {
    const block = pairs.slice(from, from + 100);
    blocks.push(`${block.length} beginbfchar`, ...block, "endbfchar");
  }
  return [
    "/CIDInit /ProcSet findresource begin",
    "12 dict begin",
    "begincmap",
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
    "/CMapName /Adobe-Identity-UCS def",
    "/CMapType 2 def",
    "1 begincodespacerange",
    "<00> <ff>",
    "endcodespacerange",
    ...blocks,
    "endcmap",
    "CMapName currentdict /CMap defineresource pop",
    "end",
    "end",
  ].join("\n");
}

/**
 * The fonts that a document makes of shaped clusters. Each cluster is one glyph, an outline of its own with the letters that it
 * stands for (Type 3, ISO 32000-1, 9.6.5): joined, reordered and stacked letters are copied as they were written, and a font of
 * any kind fits, with the few outlines that the document shows.
 */
export class GlyphFonts {
  readonly #objects: PdfObjects;
  readonly #fonts: GlyphFont[] = [];

  constructor(objects: PdfObjects) {
    this.#objects = objects;
  }

  /** The first font that has room for what is new to it, so that a run is one text to a reader. */
  #fontFor(keys: readonly string[]): GlyphFont {
    const distinct = [...new Set(keys)];
    const open = this.#fonts.find(
      ({ glyphs }) => glyphs.size + distinct.filter((key) => !glyphs.has(key)).length <= MAX_CODES,
    );
    if (open) return open;
    const font = this.#objects.ref({ Type: "Font", Subtype: "Type3" });
    const added = { name: `Script${this.#fonts.length + 1}`, font, glyphs: new Map() };
    this.#fonts.push(added);
    return added;
  }

  #codeIn({ glyphs }: GlyphFont, key: string, cluster: Cluster): number {
    const known = glyphs.get(key);
    if (known) return known.code;
    const procedure = this.#objects.ref({});
    procedure.end(procedureOf(cluster));
    const code = glyphs.size + FIRST_CODE;
    glyphs.set(key, { code, cluster, procedure });
    return code;
  }

  /** PDF's operators that show clusters from the origin to the right, at a size in points, on the present page. */
  show(clusters: readonly Cluster[], size: number): string {
    const operators = ["BT"];
    for (let from = 0; from < clusters.length; from += MAX_CODES) {
      const part = clusters.slice(from, from + MAX_CODES).map((cluster) => ({
        cluster,
        key: JSON.stringify(cluster),
      }));
      const font = this.#fontFor(part.map(({ key }) => key));
      this.#objects.page.fonts[font.name] = font.font;
      const codes = part.map(({ cluster, key }) => hexOf(this.#codeIn(font, key, cluster)));
      operators.push(`/${font.name} ${size} Tf`, `<${codes.join("")}> Tj`);
    }
    return [...operators, "ET"].join("\n");
  }

  /** Writes the fonts; nothing can be shown afterward. */
  end(): void {
    for (const { font, glyphs } of this.#fonts) {
      const all = [...glyphs.values()];
      const map = this.#objects.ref({});
      map.end(unicodeMapOf(all));
      const size = this.#objects.ref({});
      size.end(`${SIZE_CODE.width} 0 0 0 0 0 d1`);
      const named = all.map(({ code, procedure }) => [`g${code}`, procedure] as const);
      const names = [SIZE_CODE.name, ...named.map(([name]) => name)];
      Object.assign(font.data, {
        FontBBox: [0, 0, 0, 0],
        FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
        CharProcs: Object.fromEntries([[SIZE_CODE.name, size], ...named]),
        Encoding: { Type: "Encoding", Differences: [SIZE_CODE.code, ...names] },
        FirstChar: SIZE_CODE.code,
        LastChar: SIZE_CODE.code + all.length,
        Widths: [SIZE_CODE.width, ...all.map(({ cluster }) => cluster.advance)],
        Resources: {},
        ToUnicode: map,
      });
      font.end();
    }
  }
}
