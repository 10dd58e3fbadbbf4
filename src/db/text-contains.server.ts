import type { SQL, SQLWrapper } from "drizzle-orm";
import { sql } from "drizzle-orm";

/** Accents as Unicode writes them apart from their letter, and the apostrophes of names. */
const LEFT_OUT = /[\u0300-\u036f'’ʼ]/g;

/** Letters that Unicode does not take apart, and how they are typed without their stroke. */
const LETTERS = { ł: "l", đ: "d", ø: "o", ħ: "h", ŧ: "t", ı: "i" };

/** Two letters in one. */
const JOINED = { ß: "ss", æ: "ae", œ: "oe" };

/** A text in lower case, without accents and apostrophes, such as "siobhan o brien" of "Siobhán O Brien". */
function plainText(text: string): string {
  const plain = text.normalize("NFKD").toLowerCase().replace(LEFT_OUT, "");
  const letters = [...Object.entries(LETTERS), ...Object.entries(JOINED)];
  return letters.reduce((result, [letter, latin]) => result.replaceAll(letter, latin), plain);
}

/** `plainText` of a column in SQL. */
function folded(column: SQLWrapper): SQL {
  const plain = sql`regexp_replace(lower(normalize(${column}, NFKD)), '[\\u0300-\\u036f''’ʼ]', '', 'g')`;
  const from = Object.keys(LETTERS).join("");
  const to = Object.values(LETTERS).join("");
  const parted = Object.entries(JOINED).reduce(
    (text, [letter, latin]) => sql`replace(${text}, ${letter}, ${latin})`,
    plain,
  );
  return sql`translate(${parted}, ${from}, ${to})`;
}

/** Reads the pattern's own characters literally. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * Whether one of these texts contains the other one, in any case, with or without its accents and apostrophes: "siobhan" finds Siobhán,
 * and O’Brien finds O'Brien. Only a text that has such letters is folded, because folding costs ten times a comparison.
 */
export function textContains(columns: readonly SQLWrapper[], text: string): SQL {
  const asEntered = containing(text.toLowerCase());
  const asFolded = containing(plainText(text));
  const each = columns.map(
    (column) => sql`(lower(${column}) like ${asEntered} or lower(${column}) like ${asFolded}
      or ${column} ~ '[^\\u0001-\\u007e]|''' and ${folded(column)} like ${asFolded})`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
}
