import { expect, it } from "vitest";
import type { NearWord, ProbedWord } from "./search-reading.ts";
import {
  compoundsOf,
  looseQuery,
  readSearch,
  spellingSuggestions,
  strictQuery,
} from "./search-reading.ts";

const near = (term: string, changes: Partial<NearWord> = {}): NearWord => ({
  word: term,
  weight: 4,
  similarity: 0.3,
  same: false,
  ...changes,
});
const submittedForm = (term: string, ...found: NearWord[]): ProbedWord => ({
  word: term,
  isStop: false,
  near: found,
});
const read = (text: ProbedWord[], known: string[] = [], isUnfinished = false) =>
  readSearch(text, new Set(known), isUnfinished);

it("a term that products contain is used unchanged", () => {
  const reading = read([submittedForm("dresses", near("dress", { same: true }), near("address"))]);
  expect(reading).toMatchObject({ text: "dresses", isCorrected: false, unknown: [] });
  expect(strictQuery(reading)).toBe("(('dresses'))");
});

it("a typing error becomes the nearest term and is reported", () => {
  const reading = read([submittedForm("shrit", near("shirt"), near("skirt"), near("sheet"))]);
  expect(reading).toMatchObject({ text: "shirt", isCorrected: true });
});

it("equally near terms are all used", () => {
  const reading = read([submittedForm("cost", near("coat"), near("cast"))]);
  expect(strictQuery(reading)).toBe("(('cast') | ('coat'))");
});

it("the beginning of a term stands for the term without being reported as an error", () => {
  const reading = read([submittedForm("kaiet", near("kaieteur"))]);
  expect(reading).toMatchObject({ isCorrected: false });
  expect(strictQuery(reading)).toBe("(('kaieteur'))");
});

it("the last term is completed during input", () => {
  const terms = [submittedForm("silk", near("silk", { same: true }), near("silken"))];
  expect(strictQuery(read(terms, [], true))).toBe("(('silk') | ('silken'))");
  expect(strictQuery(read(terms))).toBe("(('silk'))");
});

it("joined and split terms are recognized", () => {
  expect(strictQuery(read([submittedForm("slipdress")], ["slip", "dress"]))).toBe(
    "(('slip' & 'dress'))",
  );
  const apart = read(
    [submittedForm("pin", near("pin", { same: true })), submittedForm("stripe")],
    ["pinstripe"],
  );
  expect(strictQuery(apart)).toBe("(('pinstripe') | ('pin' & 'stripe'))");
  expect(apart.isCorrected).toBe(false);
});

it("the synonym of tuxedo is known", () => {
  expect(strictQuery(read([submittedForm("tuxedo")]))).toBe("(('tuxedo') | ('dinner' & 'jacket'))");
});

it("stop words and unknown terms are left out", () => {
  const reading = read([
    { word: "the", isStop: true, near: [] },
    submittedForm("zzqx"),
    submittedForm("gown", near("gown", { same: true })),
  ]);
  expect(reading).toMatchObject({ text: "gown", unknown: ["zzqx"], isCorrected: false });
});

it("an empty search has no query", () => {
  expect(strictQuery(read([]))).toBeNull();
  expect(looseQuery(read([submittedForm("zzqx")]), true)).toBeNull();
});

it("the nearest terms are offered when nothing was found", () => {
  expect(spellingSuggestions([submittedForm("velvte", near("velvet"), near("velour"))])).toContain(
    "velvet",
  );
});

it("adjacent terms are also searched joined, and long terms split", () => {
  expect(compoundsOf(["pin", "stripe"])).toEqual(["pinstripe", "str", "ipe"]);
});
