export const MAX_SLUG_LENGTH = 120;

/** Latin letters that Unicode does not take apart, as the languages that have them write them without. */
const LATIN: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ĸ: "k",
  ŋ: "ng",
  ŧ: "t",
  ə: "e",
  ɓ: "b",
  ɗ: "d",
  ƙ: "k",
  ƴ: "y",
  ɛ: "e",
  ɔ: "o",
};

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
    .replace(/\p{Script=Latin}/gu, (letter) => LATIN[letter] ?? letter)
    .replace(/(?<=[\p{Script=Latin}\p{N}])\p{M}+/gu, "")
    .replace(/(?:[^\p{L}\p{N}\p{M}]\p{M}*)+/gu, "-")
    .normalize("NFC");
  return [...letters]
    .slice(0, maxLength)
    .join("")
    .replace(/^[-\p{M}]+|-+$/gu, "");
}
