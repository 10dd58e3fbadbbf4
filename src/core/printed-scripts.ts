/** The scripts that papers are printed in, by their names in Unicode; each has a font in `script-fonts.server.ts`. */
export const PRINTED_SCRIPTS = [
  "Latin",
  "Greek",
  "Cyrillic",
  "Adlam",
  "Arabic",
  "Armenian",
  "Balinese",
  "Bamum",
  "Bassa_Vah",
  "Bengali",
  "Bopomofo",
  "Buginese",
  "Canadian_Aboriginal",
  "Cham",
  "Cherokee",
  "Devanagari",
  "Ethiopic",
  "Georgian",
  "Gujarati",
  "Gurmukhi",
  "Han",
  "Hangul",
  "Hanifi_Rohingya",
  "Hebrew",
  "Hiragana",
  "Javanese",
  "Kannada",
  "Katakana",
  "Kayah_Li",
  "Khmer",
  "Lao",
  "Lepcha",
  "Limbu",
  "Lisu",
  "Malayalam",
  "Meetei_Mayek",
  "Mongolian",
  "Myanmar",
  "New_Tai_Lue",
  "Newa",
  "Nko",
  "Ol_Chiki",
  "Oriya",
  "Osage",
  "Saurashtra",
  "Sinhala",
  "Sora_Sompeng",
  "Sundanese",
  "Syloti_Nagri",
  "Syriac",
  "Tai_Le",
  "Tai_Tham",
  "Tai_Viet",
  "Tamil",
  "Telugu",
  "Thaana",
  "Thai",
  "Tibetan",
  "Tifinagh",
  "Vai",
  "Warang_Citi",
  "Yi",
] as const;

export type PrintedScript = (typeof PRINTED_SCRIPTS)[number];

/** Recognizes a letter or mark of a script, also one that several scripts share. */
export const lettersOfScript = (script: PrintedScript): RegExp =>
  new RegExp(`\\p{Script_Extensions=${script}}`, "u");

/** The first letter of a text whose script no paper is printed in, or null. */
export function findUnprintedLetter(text: string): string | null {
  // An older browser may not know the name of a rare script; letters that are Latin or shared by all need none.
  const others = text.match(/(?![\p{Script=Latin}\p{Script=Common}])\p{L}/gu) ?? [];
  const isPrinted = (letter: string) =>
    PRINTED_SCRIPTS.some((script) => lettersOfScript(script).test(letter));
  return others.find((letter) => !isPrinted(letter)) ?? null;
}
