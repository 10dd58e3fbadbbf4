import { slipsBetween } from "./search-text.ts";

/** What shoppers call things, and what this house calls them; each alternative is one or more words that stand together. */
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
  bathrobe: [["robe"]],
  kimono: [["robe"]],
  dressinggown: [["robe"]],
  gray: [["grey"]],
  maroon: [["burgundy"]],
  tan: [["beige"]],
  ladies: [["women"]],
  gents: [["men"]],
  carnival: [["mashramani"]],
};

/** The house's words for a shopper's word, none when it has no other. */
function synonymsOf(word: string): readonly (readonly string[])[] {
  return Object.hasOwn(SYNONYMS, word) ? (SYNONYMS[word] ?? []) : [];
}

/** A word of the index near a typed one; `same` when both have one stem; `weight` 4 in names down to 1 in descriptions. */
export type NearWord = { word: string; weight: number; similarity: number; same: boolean };

/** A typed word with its neighbours; `isStop` for words that say nothing ("the"). */
export type ProbedWord = { word: string; isStop: boolean; near: readonly NearWord[] };

/** One way to say a word: itself, or several words that must stand together. */
type Alternative = readonly string[];

/**
 * How a search is understood: every group must be found, each in one of its ways. `text` is the search in the words that were
 * looked for, `isCorrected` whether that differs from what was typed, `unknown` the words nothing is like, `wide` the neighbours
 * to try when nothing has every word.
 */
export type SearchReading = {
  groups: readonly (readonly Alternative[])[];
  text: string;
  isCorrected: boolean;
  unknown: readonly string[];
  wide: readonly string[];
};

const MOST_ALTERNATIVES = 6;
/** Below this a neighbour is another word. */
const NEAR = 0.55;
/** Neighbours this close to the best are as good. */
const MARGIN = 0.06;

/** What to look up exactly: neighbours joined ("pin stripe") and each long word in two ("slipdress"). */
export function compoundsOf(words: readonly string[]): string[] {
  const joined = words.slice(1).map((word, index) => `${words[index]}${word}`);
  const halves = words.flatMap((word) => splitsOf(word).flat());
  return [...new Set([...joined, ...halves])];
}

function splitsOf(word: string): [string, string][] {
  const places = Array.from({ length: Math.max(0, word.length - 5) }, (_, index) => index + 3);
  return places.map((place) => [word.slice(0, place), word.slice(place)]);
}

/** How near a neighbour is to what was typed, from 0 to 1; a word of a name counts a little more. */
function nearness(typed: string, { word, weight, similarity }: NearWord): number {
  const length = Math.max(typed.length, word.length);
  const slips = slipsBetween(typed, word);
  const allowed = length <= 3 ? 1 : length <= 5 ? 2 : 3;
  const bySlips = slips <= allowed ? 1 - slips / length : 0;
  const firstLetter = typed[0] === word[0] ? 0.05 : 0;
  return Math.max(bySlips, similarity * 0.9) + firstLetter + weight * 0.02;
}

/** The neighbours of a typed word worth trying, the nearest first. */
function nearest(probed: ProbedWord, least: number): { word: string; score: number }[] {
  return probed.near
    .filter(({ same }) => !same)
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
  const synonyms = synonymsOf(word);
  const isKnown = near.some(({ same }) => same);
  const begun = near
    .filter((candidate) => candidate.word.startsWith(word) && !candidate.same)
    .sort((a, b) => b.weight - a.weight || a.word.length - b.word.length)
    .map((candidate) => [candidate.word]);
  if (isKnown || synonyms.length > 0) {
    const more = isUnfinished ? begun : [];
    return { alternatives: [[word], ...synonyms, ...more].slice(0, MOST_ALTERNATIVES), says: word };
  }
  if (word.length >= 2 && begun.length > 0 && (isUnfinished || word.length >= 3)) {
    return { alternatives: begun.slice(0, MOST_ALTERNATIVES), says: word };
  }
  const halves = splitsOf(word).filter(([left, right]) => known.has(left) && known.has(right));
  if (halves.length > 0) return { alternatives: halves, says: word };
  const [best, ...others] = nearest(probed, NEAR);
  if (!best) return null;
  const equals = others.filter(({ score }) => score >= best.score - MARGIN);
  const alternatives = [best, ...equals].slice(0, MOST_ALTERNATIVES).map((entry) => [entry.word]);
  return { alternatives, says: best.word };
}

/**
 * Reads a search. Words the index knows are taken as they are; the beginning of a word stands for the word; any other becomes its
 * nearest neighbours, or two words written as one, or one written as two; words that nothing is like are left out.
 * `isUnfinished` while the last word is still being typed.
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
  for (let place = 0; place < spoken.length; place += 1) {
    const [here, next] = [spoken[place], spoken[place + 1]];
    if (!here) continue;
    const joined = next ? `${here.word}${next.word}` : "";
    const synonymsOfBoth = next ? synonymsOf(joined) : [];
    const group = readWord(here, known, isUnfinished && place === spoken.length - 1);
    if (next && (known.has(joined) || synonymsOfBoth.length > 0)) {
      groups.push([[joined], [here.word, next.word], ...synonymsOfBoth]);
      said.push(here.word, next.word);
      place += 1;
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
  const typed = spoken.map(({ word }) => word).filter((word) => !unknown.includes(word));
  const text = said.join(" ");
  return { groups, text, isCorrected: text !== typed.join(" "), unknown, wide: [...new Set(wide)] };
}

/** Words to offer where nothing was found, the nearest first. */
export function spellingSuggestions(probed: readonly ProbedWord[]): string[] {
  const far = probed.filter(({ isStop }) => !isStop).flatMap((word) => nearest(word, 0.4));
  return [...new Set(far.sort((a, b) => b.score - a.score).map(({ word }) => word))].slice(0, 3);
}

// Words hold letters and digits only: nothing in them can end the quotes.
const quoted = (word: string) => `'${word}'`;
const together = (alternative: Alternative) => `(${alternative.map(quoted).join(" & ")})`;

/** The reading in the language of to_tsquery: every group; null when there is nothing to look for. */
export function strictQuery({ groups }: SearchReading): string | null {
  if (groups.length === 0) return null;
  return groups.map((ways) => `(${ways.map(together).join(" | ")})`).join(" & ");
}

/** Any word of any group, and their neighbours: for when nothing has every word, and to rank by. */
export function looseQuery(
  { groups, wide }: SearchReading,
  withNeighbours: boolean,
): string | null {
  const words = [...groups.flat(2), ...(withNeighbours ? wide : [])];
  return words.length === 0 ? null : [...new Set(words)].map(quoted).join(" | ");
}
