import type { SQL, SQLWrapper } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { searchedAsStored } from "#core/email.ts";
import { plainText } from "#core/plain-text.ts";

/** `plainText` without NUL, which Postgres refuses. */
const storable = (text: string) => plainText(text.replaceAll("\0", ""));

/** Reads the pattern's own characters literally. */
const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/**
 * Whether one of these texts contains the other one, in any case and spelling of its letters: "siobhan" finds Siobhán, and O’Brien finds
 * O'Brien (`plainText`). A part of an email is also found by its stored spelling: bücher.de finds xn--bcher-kva.de. A text without a letter, such as an apostrophe alone, is in none. A trigram index of plain_text(column) serves it.
 */
export function textContains(columns: readonly SQLWrapper[], text: string): SQL {
  const plain = storable(text);
  if (plain.trim() === "") return sql`false`;
  const stored = searchedAsStored(text);
  const spellings = stored === null ? [plain] : [plain, storable(stored)];
  const each = columns.flatMap((column) =>
    spellings.map((spelling) => sql`plain_text(${column}) like ${`%${literally(spelling)}%`}`),
  );
  return sql`(${sql.join(each, sql` or `)})`;
}

/** Whether the text begins with the other one, as `textContains` compares them. */
export function textBegins(column: SQLWrapper, text: string): SQL {
  const plain = storable(text);
  if (plain.trim() === "") return sql`false`;
  return sql`plain_text(${column}) like ${`${literally(plain)}%`}`;
}
