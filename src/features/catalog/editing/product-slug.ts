import { LATIN_LETTERS } from "#core/plain-text.ts";

export const MAX_SLUG_LENGTH = 120;

/**
 * The readable name in a URL: small letters, digits and single hyphens; "" without a letter or digit. Latin letters are written
 * without accents, as in "strasse" for Straße and "lodz" for Łódź; letters of other scripts stay with their marks, and a browser
 * encodes them. Two names may have one slug: who stores it compares it with the others. A slug of a slug is
 * itself. `maxLength` counts letters and marks.
 */
export function slugOf(name: string, maxLength = MAX_SLUG_LENGTH): string {
  const letters = name
    .toWellFormed()
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{Default_Ignorable_Code_Point}'’ʼ]/gu, "")
    .replace(/\p{Script=Latin}/gu, (letter) => LATIN_LETTERS[letter] ?? letter)
    .replace(/(?<=[\p{Script=Latin}\p{N}])\p{M}+/gu, "")
    .replace(/(?:[^\p{L}\p{N}\p{M}]\p{M}*)+/gu, "-")
    .normalize("NFC");
  return [...letters]
    .slice(0, maxLength)
    .join("")
    .replace(/^[-\p{M}]+|-+$/gu, "");
}

/** Room for the code of a slug that another page has. */
const CODE_LENGTH = 7;

/**
 * The slug of a new category's page, by the rules of a product's; null without a letter or digit. Where another page has it, the
 * database adds a code of the category (trigger set_category_slug), so that Straße and Strasse have two pages.
 */
export function categorySlug(name: string): string | null {
  return slugOf(name, MAX_SLUG_LENGTH - CODE_LENGTH) || null;
}
