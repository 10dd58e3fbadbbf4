import fc from "fast-check";
import { expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type {
  MadeToMeasureTerms,
  OptionChoice,
  OptionGroup,
} from "#features/garments/options/made-to-measure-terms.ts";
import {
  chosenOptions,
  draftProblems,
  draftTotal,
  lostChoices,
  readDraft,
  validateMonogram,
} from "./fit-draft.ts";

const choice = (id: string, priceMinor = 0, isAvailable: boolean | null = null): OptionChoice => ({
  id,
  name: id,
  description: "",
  imageId: null,
  price: money(priceMinor),
  cloth: isAvailable === null ? null : { id: `cloth ${id}`, isAvailable, name: id, colorHex: "" },
  isPictured: false,
  style: null,
});

const pictured = (each: OptionChoice): OptionChoice => ({ ...each, isPictured: true });

const group = (id: string, choices: OptionChoice[], required = true): OptionGroup => ({
  id,
  name: id,
  kind: "choice",
  required,
  choices,
});

const termsWith = (groups: OptionGroup[], surchargeMinor = 0): MadeToMeasureTerms => ({
  isOffered: true,
  surcharge: money(surchargeMinor),
  extraDays: 14,
  clothLengthMm: 3_000,
  hasMonogram: true,
  measurements: { required: [], optional: [] },
  groups,
  components: [],
});

const suit = termsWith(
  [
    group("cloth", [
      choice("silk", 20_000, true),
      choice("wool", 0, false),
      choice("linen", 0, true),
    ]),
    group("lining", [choice("cupro", 4_000), choice("half lining", 2_000)]),
    group("vent", [choice("center"), choice("side", 1_500)], false),
  ],
  15_000,
);

const anyDraft = fc.anything({ withNullPrototype: true });
const anyTerms = fc
  .array(
    fc.record({
      required: fc.boolean(),
      choices: fc.array(
        fc.record({
          price: fc.integer({ min: -50_000, max: 50_000 }),
          isAvailable: fc.option(fc.boolean()),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
    { maxLength: 4 },
  )
  .chain((groups) =>
    fc.integer({ min: 0, max: 50_000 }).map((surcharge) =>
      termsWith(
        groups.map(({ choices, required }, at) =>
          group(
            `g${at}`,
            choices.map((each, index) => choice(`g${at}c${index}`, each.price, each.isAvailable)),
            required,
          ),
        ),
        surcharge,
      ),
    ),
  );

test("a new draft has a regular fit and in each required group the first choice that is free and in stock", () => {
  const draft = readDraft(null, suit);
  expect(draft).toEqual({
    profileId: null,
    fit: "regular",
    remarks: "",
    monogram: "",
    choices: { cloth: "linen" },
  });
  expect(draftProblems(draft, suit)).toEqual([
    { field: "choice-lining", message: "Please choose: lining." },
  ]);
});

test("an option starts as pictured, whatever that costs, unless the cloth of the images is used up", () => {
  const gown = termsWith([
    group("length", [choice("knee"), pictured(choice("floor", 7_000))]),
    group("lining", [choice("ivory"), pictured(choice("silk", 6_000))], false),
    group("cloth", [choice("linen", 0, true), pictured(choice("satin", 0, false))]),
  ]);
  const draft = readDraft(null, gown);
  expect(draft.choices).toEqual({ length: "floor", lining: "silk", cloth: "linen" });
  expect(draftTotal(draft, gown, money(100_000))).toEqual(money(113_000));
});

test("nothing stays chosen in an optional group after it was answered with none", () => {
  const gown = termsWith([
    group("lining", [choice("ivory"), pictured(choice("silk", 6_000))], false),
  ]);
  const stored = { choices: { lining: "" } };
  const draft = readDraft(stored, gown);
  expect(readDraft(draft, gown)).toEqual(draft);
  expect(chosenOptions(draft, gown)).toEqual([]);
  expect(lostChoices(stored, gown)).toEqual([]);
  expect(draftProblems(draft, gown)).toEqual([]);
});

test("a stored choice that is no longer offered, or whose cloth is used up, is left out and named", () => {
  const stored = { choices: { cloth: "wool", lining: "fur", vent: "side" }, remarks: "Long arms" };
  expect(readDraft(stored, suit)).toMatchObject({
    choices: { vent: "side" },
    remarks: "Long arms",
  });
  expect(lostChoices(stored, suit)).toEqual(["cloth", "lining"]);
  expect(lostChoices(null, suit)).toEqual([]);
});

test("reading a draft back changes nothing, whatever was stored", () => {
  fc.assert(
    fc.property(anyDraft, anyTerms, (stored, terms) => {
      const draft = readDraft(stored, terms);
      expect(readDraft(JSON.parse(JSON.stringify(draft)), terms)).toEqual({
        ...draft,
        choices: { ...readDraft(null, terms).choices, ...draft.choices },
      });
    }),
  );
});

test("the total is the custom price, the surcharge and the chosen differences, and never below zero", () => {
  const draft = { choices: { cloth: "silk", lining: "cupro" } };
  expect(draftTotal(draft, suit, money(149_900))).toEqual(money(149_900 + 15_000 + 24_000));
  fc.assert(
    fc.property(anyTerms, fc.nat({ max: 500_000 }), (terms, price) => {
      const chosen = readDraft(null, terms);
      const sum = chosenOptions(chosen, terms).reduce(
        (all, each) => all + each.choice.price.minorUnits,
        0,
      );
      const expected = Math.max(0, price + terms.surcharge.minorUnits + sum);
      expect(draftTotal(chosen, terms, money(price))).toEqual(money(expected));
    }),
  );
});

test("a monogram has up to five letters, also with accents and points", () => {
  for (const fine of ["", " ", "RS", "R.S.", "Éva", "A & B", "ЯК", "م.ع", "श्री"])
    expect(validateMonogram(fine)).toBeNull();
  for (const wrong of ["ABCDEF", "1st", "<b>", ".", "😀"])
    expect(validateMonogram(wrong)).not.toBeNull();
  expect(validateMonogram("A𓀀")).toBe("We cannot sew the letter 𓀀. Please choose other letters.");
});

test("remarks over the limit are a problem at their field", () => {
  const draft = { ...readDraft({ choices: { lining: "cupro" } }, suit), remarks: "a".repeat(501) };
  expect(draftProblems(draft, suit).map(({ field }) => field)).toEqual(["remarks"]);
});
