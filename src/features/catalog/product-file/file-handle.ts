import { MAX_SLUG_LENGTH, slugOf } from "#features/catalog/editing/product-slug.ts";

/** A short code of a text (FNV-1a, 32 bit), the same at each import. */
function codeOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash.toString(36).padStart(7, "0");
}

/** What makes rows of a file one product: the handle as the other shop wrote it, in any script. */
export const handleKey = (raw: string): string =>
  raw.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();

const withCode = (slug: string, key: string) => {
  const code = codeOf(key);
  return `${slug.slice(0, MAX_SLUG_LENGTH - code.length - 1) || "product"}-${code}`;
};

/**
 * The slug of each handle of a file, no two alike: a handle without a letter or digit, and handles that a URL says alike
 * ("a b" beside "a-b", straße beside strasse), get a code of their letters, which is the same at the next import.
 */
export function slugsOf(keys: readonly string[]): ReadonlyMap<string, string> {
  const alike = Map.groupBy(keys, (key) => slugOf(key));
  const slugs = keys.map((key): [string, string] => {
    const slug = slugOf(key);
    const isAlone = alike.get(slug)?.length === 1 || slug === key;
    return [key, isAlone && slug !== "" ? slug : withCode(slug, key)];
  });
  return new Map(slugs);
}
