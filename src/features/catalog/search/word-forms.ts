/** English words whose other number has another stem, so that a stemmer does not bring them together. */
const IRREGULAR: readonly (readonly string[])[] = [
  ["man", "men"],
  ["woman", "women"],
  ["gentleman", "gentlemen"],
  ["child", "children"],
  ["person", "people"],
  ["foot", "feet"],
  ["tooth", "teeth"],
  ["goose", "geese"],
  ["mouse", "mice"],
  ["ox", "oxen"],
];

const FEWEST_LETTERS = 4;

/**
 * The forms of an English word that its stem does not lead to: "scarf" and "scarfe" of "scarves", "women" of "woman", "hanky" of
 * "hankies". Some are no words; whoever looks them up finds those that are.
 */
export function otherForms(word: string): string[] {
  const irregular = IRREGULAR.find((forms) => forms.includes(word));
  if (irregular) return irregular.filter((form) => form !== word);
  if (word.length < FEWEST_LETTERS) return [];
  if (word.endsWith("ves")) return [`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`];
  if (word.endsWith("fs")) return [`${word.slice(0, -2)}ves`];
  if (word.endsWith("fe")) return [`${word.slice(0, -2)}ves`];
  if (word.endsWith("f")) return [`${word.slice(0, -1)}ves`];
  if (word.endsWith("ies")) return [`${word.slice(0, -3)}y`];
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return [word.slice(0, -2)];
  return [];
}
