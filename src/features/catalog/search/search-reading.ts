import { gramsOf } from "#core/plain-text.ts";
import { slipsBetween } from "./search-text.ts";
import { otherForms } from "./word-forms.ts";

/** Each word of a customer has the shop's words for it. Alternatives are words or phrases. */
const SYNONYMS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  pajama: [["pyjama"]],
  pajamas: [["pyjama"]],
  pjs: [["pyjama"]],
  nightwear: [["loungewear"], ["pyjama"]],
  tuxedo: [["dinner", "jacket"]],
  tux: [["dinner", "jacket"]],
  purse: [["clutch"]],
  handbag: [["clutch"]],
  bag: [["clutch"]],
  tshirt: [["tee"]],
  sweatpants: [["lounge", "trousers"]],
  slacks: [["trousers"]],
  khakis: [["chinos"]],
  raincoat: [["trench"]],
  overcoat: [["coat"]],
  jewelry: [["bracelet"], ["earrings"]],
  jewellery: [["bracelet"], ["earrings"]],
  necktie: [["tie"]],
  bowtie: [["bow", "tie"]],
  handkerchief: [["pocket", "square"]],
  hanky: [["pocket", "square"]],
  shawl: [["scarf"]],
  gift: [["scarf"], ["cufflinks"], ["earrings"], ["bracelet"], ["clutch"]],
  present: [["scarf"], ["cufflinks"], ["earrings"], ["bracelet"], ["clutch"]],
  bathrobe: [["robe"]],
  kimono: [["robe"]],
  dressinggown: [["robe"]],
  gray: [["grey"]],
  maroon: [["burgundy"]],
  tan: [["beige"]],
  ladies: [["women"]],
  gents: [["men"]],
  carnival: [["mashramani"]],
  gown: [["evening", "dress"]],
  frock: [["dress"]],
  ballgown: [
    ["evening", "dress"],
    ["ball", "skirt"],
  ],
  eveningwear: [["evening"]],
  formalwear: [["evening"], ["suit"]],
  cocktail: [["evening", "dress"]],
  prom: [["evening", "dress"]],
  bridal: [["evening", "dress"]],
  bridesmaid: [["evening", "dress"]],
  wedding: [["evening"], ["suit"]],
  sundress: [["dress"]],
  blouse: [["shirt"]],
  buttondown: [["shirt"]],
  shacket: [["overshirt"]],
  smoking: [["dinner", "jacket"]],
  sportcoat: [["blazer"]],
  joggers: [["lounge", "trousers"]],
  palazzo: [["wide", "leg", "trousers"]],
  culottes: [["wide", "leg", "trousers"]],
  nightgown: [["pyjama"], ["robe"]],
  nightdress: [["pyjama"], ["robe"]],
  sleepwear: [["pyjama"], ["robe"]],
  housecoat: [["robe"]],
  mac: [["trench"]],
  mackintosh: [["trench"]],
  waterproof: [["trench"]],
  stole: [["scarf"]],
  pashmina: [["scarf"]],
  foulard: [["scarf"]],
  cravat: [["tie"]],
  fedora: [["hat"]],
  bangle: [["bracelet"]],
  pocketbook: [["clutch"]],
};

/** Words that are never a typing error of another one. */
const NEVER_CORRECTED: ReadonlySet<string> = new Set(
  "bag bikini wife wives knife knives boot boots bra cap cape cardigan glasses glove gloves heels hoodie jeans jumper leggings lingerie necklace perfume ring rings sandals shoe shoes shorts sneakers sock socks sunglasses sweater swimsuit swimwear tights tote umbrella underwear vest waistcoat wallet watch watches".split(
    " ",
  ),
);

function synonymsOf(word: string): readonly (readonly string[])[] {
  for (const name of [word, word.replace(/s$/, ""), ...otherForms(word)]) {
    if (Object.hasOwn(SYNONYMS, name)) return SYNONYMS[name] ?? [];
  }
  return [];
}

/** An index word near a submitted one; `same`: equal stems; `weight`: 4 (names) to 1 (descriptions). */
export type NearWord = { word: string; weight: number; similarity: number; same: boolean };

/** `isStop` says that the word has no meaning ("the"). */
export type ProbedWord = { word: string; isStop: boolean; near: readonly NearWord[] };

/** One word, or several that must be adjacent. */
type Alternative = readonly string[];

/**
 * Every group must match one way. `text`: the corrected search; `unknown`: words without a similar one;
 * `wide`: neighbours when nothing matches all.
 */
export type SearchReading = {
  groups: readonly (readonly Alternative[])[];
  text: string;
  isCorrected: boolean;
  unknown: readonly string[];
  wide: readonly string[];
};

const MAX_ALTERNATIVES = 6;
/** Below this a neighbour is another word. */
const NEAR = 0.55;
/** Nearly the best is equally good. */
const MARGIN = 0.06;

/**
 * For exact look-up: neighbours joined ("pin stripe"), long words split ("slipdress"), the other forms of a word ("scarf" of "scarves")
 * and the grams of scripts without spaces.
 */
export function compoundsOf(terms: readonly string[]): string[] {
  const joined = terms.slice(1).map((word, index) => `${terms[index]}${word}`);
  const parts = terms.flatMap((word) => gramsOf(word) ?? splitsOf(word).flat());
  return [...new Set([...joined, ...parts, ...terms.flatMap(otherForms)])];
}

function splitsOf(word: string): [string, string][] {
  const places = Array.from({ length: Math.max(0, word.length - 5) }, (_, index) => index + 3);
  return places.map((index) => [word.slice(0, index), word.slice(index)]);
}

/** The nearness is 0 to 1; names count a little more. */
function nearness(raw: string, { word, weight, similarity }: NearWord): number {
  const length = Math.max(raw.length, word.length);
  const slips = slipsBetween(raw, word);
  const allowed = length <= 3 ? 1 : length <= 5 ? 2 : 3;
  const bySlips = slips <= allowed ? 1 - slips / length : 0;
  const firstLetter = raw[0] === word[0] ? 0.05 : 0;
  return Math.max(bySlips, similarity * 0.9) + firstLetter + weight * 0.02;
}

/** "midnite" and "midnight" sound alike. */
const soundOf = (word: string) =>
  word.replace(/gh/g, "").replace(/ph/g, "f").replace(/(.)\1/g, "$1");

/** The word has few slips for its length, and begins like the submitted one. */
function isLikelySlip(submitted: string, word: string): boolean {
  const { length } = submitted;
  if (length < 4 || NEVER_CORRECTED.has(submitted)) return false;
  if (Math.abs(length - word.length) > 2) return false;
  const isSwapped = submitted[0] === word[1] && submitted[1] === word[0];
  if (submitted[0] !== word[0] && !isSwapped) return false;
  const allowed = length <= 5 ? 1 : length <= 8 ? 2 : 3;
  const slips = Math.min(
    slipsBetween(submitted, word),
    slipsBetween(soundOf(submitted), soundOf(word)),
  );
  return slips <= allowed;
}

function nearest(probed: ProbedWord, least: number): { word: string; score: number }[] {
  return probed.near
    .filter(({ same, word }) => !same && isLikelySlip(probed.word, word))
    .map((near) => ({ word: near.word, score: nearness(probed.word, near) }))
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1));
}

type Group = { alternatives: readonly Alternative[]; says: string };

function readWord(
  probed: ProbedWord,
  known: ReadonlySet<string>,
  isUnfinished: boolean,
): Group | null {
  const { word, near } = probed;
  const grams = gramsOf(word);
  if (grams)
    return grams.every((gram) => known.has(gram)) ? { alternatives: [grams], says: word } : null;
  const forms = otherForms(word).filter((form) => known.has(form));
  const synonyms = [...forms.map((form) => [form]), ...synonymsOf(word)];
  const isKnown = near.some(({ same }) => same);
  const begun = near
    .filter((candidate) => candidate.word.startsWith(word) && !candidate.same)
    .sort((a, b) => b.weight - a.weight || a.word.length - b.word.length)
    .map((candidate) => [candidate.word]);
  if (isKnown || synonyms.length > 0) {
    const more = isUnfinished ? begun : [];
    return { alternatives: [[word], ...synonyms, ...more].slice(0, MAX_ALTERNATIVES), says: word };
  }
  if (word.length >= 2 && begun.length > 0 && (isUnfinished || word.length >= 3)) {
    return { alternatives: begun.slice(0, MAX_ALTERNATIVES), says: word };
  }
  const halves = NEVER_CORRECTED.has(word)
    ? []
    : splitsOf(word).filter(([left, right]) => known.has(left) && known.has(right));
  if (halves.length > 0) return { alternatives: halves, says: word };
  const [best, ...others] = nearest(probed, NEAR);
  if (!best) return null;
  const equals = others.filter(({ score }) => score >= best.score - MARGIN);
  const alternatives = [best, ...equals].slice(0, MAX_ALTERNATIVES).map((entry) => [entry.word]);
  return { alternatives, says: best.word };
}

/**
 * Reads a search: known words unchanged, an incomplete last word as a prefix, others by nearest neighbours,
 * joined or split; unknown ones dropped. `isUnfinished`: the last word is being entered.
 */
export function readSearch(
  probed: readonly ProbedWord[],
  known: ReadonlySet<string>,
  isUnfinished = false,
): SearchReading {
  const spoken = probed.filter(({ isStop }) => !isStop);
  const groups: Alternative[][] = [];
  const said: string[] = [];
  const unknown: string[] = [];
  for (let index = 0; index < spoken.length; index += 1) {
    const here = spoken[index];
    const next = spoken[index + 1];
    if (!here) continue;
    const joined = next ? `${here.word}${next.word}` : "";
    const synonymsOfBoth = next ? synonymsOf(joined) : [];
    const group = readWord(here, known, isUnfinished && index === spoken.length - 1);
    if (next && (known.has(joined) || synonymsOfBoth.length > 0)) {
      groups.push([[joined], [here.word, next.word], ...synonymsOfBoth]);
      said.push(here.word, next.word);
      index += 1;
    } else if (group) {
      groups.push([...group.alternatives]);
      said.push(group.says);
    } else unknown.push(here.word);
  }
  const wide = spoken.flatMap((word) =>
    nearest(word, NEAR)
      .slice(0, 4)
      .map((entry) => entry.word),
  );
  const raw = spoken.map(({ word }) => word).filter((word) => !unknown.includes(word));
  const text = said.join(" ");
  return { groups, text, isCorrected: text !== raw.join(" "), unknown, wide: [...new Set(wide)] };
}

/** When nothing was found, nearest first. */
export function spellingSuggestions(probed: readonly ProbedWord[]): string[] {
  const far = probed.filter(({ isStop }) => !isStop).flatMap((word) => nearest(word, 0.4));
  return [...new Set(far.sort((a, b) => b.score - a.score).map(({ word }) => word))].slice(0, 3);
}

// Safe: words hold no sign of ASCII (`plainTerms`).
const quoted = (word: string) => `'${word}'`;
const together = (alternative: Alternative) => `(${alternative.map(quoted).join(" & ")})`;

/** Writes every group in to_tsquery syntax; null for no search. */
export function strictQuery({ groups }: SearchReading): string | null {
  if (groups.length === 0) return null;
  return groups.map((ways) => `(${ways.map(together).join(" | ")})`).join(" & ");
}

/** Any word and its neighbours, for ranking and when no product has every word. */
export function looseQuery(
  { groups, wide }: SearchReading,
  withNeighbours: boolean,
): string | null {
  const terms = [...groups.flat(2), ...(withNeighbours ? wide : [])];
  return terms.length === 0 ? null : [...new Set(terms)].map(quoted).join(" | ");
}
