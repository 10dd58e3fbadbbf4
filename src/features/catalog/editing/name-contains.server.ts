import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { plainText } from "#core/plain-text.ts";
import { textContains } from "#db/text-contains.server.ts";

/** Condition that `name` contains each word in any order, case and spelling of its letters. Follows another; empty without words. */
export function nameContains(search: string): SQL {
  const terms = search.split(" ").filter(Boolean);
  return sql.join(
    terms.map((word) => sql` and ${textContains([sql.raw("name")], word)}`),
    sql.raw(""),
  );
}

/** A part of a SKU has as many letters: fewer are in nearly every one, and no trigram index finds them. */
const FEWEST_LETTERS = 3;

/**
 * Condition that a product's name contains each word, or the SKU of one of its variants the whole text; one or two letters must be the
 * whole SKU. Follows another on `products`; empty without words. Each side has its trigram index.
 */
export function productContains(search: string): SQL {
  const plain = plainText(search);
  if (plain.trim() === "") return nameContains(search);
  const hasSku =
    plain.length < FEWEST_LETTERS
      ? sql`plain_text(sku) = ${plain}`
      : textContains([sql.raw("sku")], search);
  return sql` and id in (
    select id from products where deleted_at is null${nameContains(search)}
    union select product_id from product_variants where ${hasSku})`;
}
