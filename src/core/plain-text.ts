/** Latin letters that Unicode does not take apart, as the languages that have them write them without. */
export const LATIN_LETTERS: Readonly<Record<string, string>> = {
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

/** Letters of other scripts that one word is written with in several ways: final sigma, forms of alef, yeh, kaf and heh, digits, dashes. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ς: "σ",
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ې: "ي",
  ک: "ك",
  ة: "ه",
  ۃ: "ه",
  ہ: "ه",
  ھ: "ه",
  ە: "ه",
  "‐": "-",
  "‒": "-",
  "–": "-",
  "—": "-",
  "―": "-",
  "−": "-",
  ヽ: "ゝ",
  ヾ: "ゞ",
};

/** The digits of Arabic and of Persian, from 0 to 9. */
const DIGITS = ["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹"];

const FIRST_KATAKANA = 0x30a1;
const LAST_KATAKANA = 0x30f6;
const KATAKANA_TO_HIRAGANA = -0x60;

function sameLetters(): ReadonlyMap<string, string> {
  const letters = new Map([...Object.entries(LATIN_LETTERS), ...Object.entries(OTHER_LETTERS)]);
  for (const digits of DIGITS) {
    for (const [value, digit] of [...digits].entries()) letters.set(digit, String(value));
  }
  for (let code = FIRST_KATAKANA; code <= LAST_KATAKANA; code += 1) {
    letters.set(String.fromCodePoint(code), String.fromCodePoint(code + KATAKANA_TO_HIRAGANA));
  }
  return letters;
}

const SAME_LETTERS = sameLetters();

/**
 * Accents and points that Unicode writes apart from their letter, the apostrophes of names, the tatweel, and what has no width. The voice
 * marks of kana stay, because another word is written without them.
 */
const LEFT_OUT =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each mark is left out by itself, after its letter was parted from it
  /['`´‘’‛ʹʻʼʽʾʿˈ′ꞌ\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]/g;

/**
 * A text as it is searched: in lower case, without accents, apostrophes and points, each letter and digit in one form. "siobhan obrien"
 * is of Siobhán O’Brien, "lodz" of Łódź, "istanbul" of İSTANBUL, "どれす" of ﾄﾞﾚｽ. The SQL function plain_text does the same
 * (src/db/plain-text.server.test.ts compares them over all letters), so a change here needs a migration.
 */
export function plainText(text: string): string {
  const parted = text.toWellFormed().normalize("NFKD").toLowerCase().replace(LEFT_OUT, "");
  const letters = Array.from(parted, (letter) => SAME_LETTERS.get(letter) ?? letter);
  return letters.join("").normalize("NFC");
}

/** Whether one of these texts contains the search, as `plainText` reads both; an empty search is in all. */
export function hasText(texts: readonly string[], search: string): boolean {
  const plain = plainText(search);
  return texts.some((text) => plainText(text).includes(plain));
}

/**
 * Everything that stands between words: signs, punctuation and symbols, as ranges, so that Postgres, which knows another version of
 * Unicode, finds the same ones.
 */
const SEPARATORS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters stand between words too
  /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02df\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f\u1361-\u1368\u1680\u17d4-\u17da\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\ue000-\uf8ff\ufff0-\uffff\u{1f000}-\u{1faff}]+/u;

/** The words of a text as they are searched, in their order; SQL function search_text joins them with a space. */
export function plainTerms(text: string): string[] {
  return plainText(text)
    .split(SEPARATORS)
    .filter((word) => word !== "");
}

/** Thai, Lao, Burmese, Khmer, Han, hiragana and katakana, which put no space between words; their digits and punctuation are left out. */
const UNSPACED =
  /[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ebd\u0ec0-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u109a-\u109f\u1780-\u17d3\u17dd\u3005-\u3007\u3041-\u309f\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u{20000}-\u{3ffff}]+/gu;

/**
 * What finds a word of a script without spaces: each two neighbouring letters of it, or its only letter, and what stands between
 * in other scripts. Null for any other word. SQL function search_grams files the same ones.
 */
export function gramsOf(word: string): string[] | null {
  const spaced = word.replace(UNSPACED, (run) => ` ${pairsOf([...run]).join(" ")} `);
  return spaced === word ? null : [...new Set(spaced.split(" ").filter(Boolean))];
}

const pairsOf = (letters: readonly string[]) =>
  letters.length === 1
    ? letters
    : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
