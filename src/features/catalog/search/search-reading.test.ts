import { expect, it } from "vitest";
import type { NearWord, ProbedWord } from "./search-reading.ts";
import {
  compoundsOf,
  looseQuery,
  readSearch,
  spellingSuggestions,
  strictQuery,
} from "./search-reading.ts";

const near = (word: string, changes: Partial<NearWord> = {}): NearWord => ({
  word,
  weight: 4,
  similarity: 0.3,
  same: false,
  ...changes,
});
const typed = (word: string, ...found: NearWord[]): ProbedWord => ({
  word,
  isStop: false,
  near: found,
});
const read = (words: ProbedWord[], known: string[] = [], isUnfinished = false) =>
  readSearch(words, new Set(known), isUnfinished);

it("takes a word that products have as it is", () => {
  const reading = read([typed("dresses", near("dress", { same: true }), near("address"))]);
  expect(reading).toMatchObject({ text: "dresses", isCorrected: false, unknown: [] });
  expect(strictQuery(reading)).toBe("(('dresses'))");
});

it("reads a slip as the nearest word and says so", () => {
  const reading = read([typed("shrit", near("shirt"), near("skirt"), near("sheet"))]);
  expect(reading).toMatchObject({ text: "shirt", isCorrected: true });
});

it("keeps words that are equally near", () => {
  const reading = read([typed("cost", near("coat"), near("cast"))]);
  expect(strictQuery(reading)).toBe("(('cast') | ('coat'))");
});

it("reads the beginning of a word as the word, without calling it a mistake", () => {
  const reading = read([typed("kaiet", near("kaieteur"))]);
  expect(reading).toMatchObject({ isCorrected: false });
  expect(strictQuery(reading)).toBe("(('kaieteur'))");
});

it("goes on with the last word while it is being typed", () => {
  const words = [typed("silk", near("silk", { same: true }), near("silken"))];
  expect(strictQuery(read(words, [], true))).toBe("(('silk') | ('silken'))");
  expect(strictQuery(read(words))).toBe("(('silk'))");
});

it("reads two words written as one, and one written as two", () => {
  expect(strictQuery(read([typed("slipdress")], ["slip", "dress"]))).toBe("(('slip' & 'dress'))");
  const apart = read([typed("pin", near("pin", { same: true })), typed("stripe")], ["pinstripe"]);
  expect(strictQuery(apart)).toBe("(('pinstripe') | ('pin' & 'stripe'))");
  expect(apart.isCorrected).toBe(false);
});

it("knows what this house calls a tuxedo", () => {
  expect(strictQuery(read([typed("tuxedo")]))).toBe("(('tuxedo') | ('dinner' & 'jacket'))");
});

it("leaves out words that say nothing and words that nothing is like", () => {
  const reading = read([
    { word: "the", isStop: true, near: [] },
    typed("zzqx"),
    typed("gown", near("gown", { same: true })),
  ]);
  expect(reading).toMatchObject({ text: "gown", unknown: ["zzqx"], isCorrected: false });
});

it("has no query for nothing", () => {
  expect(strictQuery(read([]))).toBeNull();
  expect(looseQuery(read([typed("zzqx")]), true)).toBeNull();
});

it("offers the nearest words where nothing was found", () => {
  expect(spellingSuggestions([typed("velvte", near("velvet"), near("velour"))])).toContain(
    "velvet",
  );
});

it("looks up neighbours joined and long words in two", () => {
  expect(compoundsOf(["pin", "stripe"])).toEqual(["pinstripe", "str", "ipe"]);
});
