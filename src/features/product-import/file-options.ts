import type { FileColumn } from "./file-columns.ts";
import type { FileRow, LineNote } from "./file-rows.ts";
import { cellOf } from "./file-rows.ts";

type Place = { name: FileColumn; value: FileColumn };

const PLACES: readonly Place[] = [
  { name: "Option1 Name", value: "Option1 Value" },
  { name: "Option2 Name", value: "Option2 Value" },
  { name: "Option3 Name", value: "Option3 Value" },
];

const SIZE = /^(?:sizes?|größe|talla|taille)$/i;
const COLOR = /^(?:colou?rs?|farbe|couleur)$/i;

/** Which columns say size and colour of a product's variants, and its rows that are variants. */
export type FileOptions = {
  size: FileColumn | null;
  color: FileColumn | null;
  variants: readonly FileRow[];
  problems: readonly LineNote[];
  notes: readonly LineNote[];
};

const isDefault = (name: string, values: ReadonlySet<string>) =>
  /^title$/i.test(name) && [...values].every((value) => /^default title$/i.test(value));

/** Reads what a product's options are; an option of another kind is taken as the size where there is none. */
export function readOptions(rows: readonly FileRow[]): FileOptions {
  const notes: LineNote[] = [];
  const problems: LineNote[] = [];
  const found: Partial<Record<"size" | "color", FileColumn>> = {};
  const others: { place: Place; name: string; values: Set<string>; line: number }[] = [];
  for (const place of PLACES) {
    const named = rows.find((row) => cellOf(row, place.name).trim() !== "");
    const given = rows.filter((row) => cellOf(row, place.value).trim() !== "");
    const name = named ? cellOf(named, place.name).trim() : "";
    const values = new Set(given.map((row) => cellOf(row, place.value).trim()));
    const [first] = given;
    if (!first || isDefault(name, values)) continue;
    const kind = SIZE.test(name) ? "size" : COLOR.test(name) ? "color" : null;
    if (kind && !found[kind]) found[kind] = place.value;
    else others.push({ place, name: name || "An option", values, line: first.line });
  }
  for (const { place, name, values, line } of others) {
    const column = place.name;
    if (!found.size) {
      found.size = place.value;
      notes.push({ line, column, words: `${name} is taken as the size` });
    } else if (values.size > 1) {
      const words = `A product here comes in sizes and colors; ${name} cannot vary`;
      problems.push({ line, column, words });
    } else notes.push({ line, column, words: `${name} is left out` });
  }
  const variants = rows.filter((row) => PLACES.some(({ value }) => cellOf(row, value).trim()));
  const { size = null, color = null } = found;
  return { size, color, variants, problems, notes };
}
