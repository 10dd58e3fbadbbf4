import fc from "fast-check";
import { expect, test } from "vitest";
import type {
  DraftMeasures,
  FinishedMeasure,
  LengthName,
} from "#features/patterns/designs/pattern-design.ts";
import { simon } from "#features/patterns/designs/shirts.ts";
import { areReached, freeLengthsOf, missOf, reachLengths } from "./reach-lengths.ts";
import type { DraftRecipe } from "./solve-pattern.ts";

const WANTED = { hemLevel: 290, sleeveLength: 630 } as const;

const measureOf = (name: LengthName, finished: number): FinishedMeasure => ({
  name,
  finished,
  body: null,
  wanted: WANTED[name],
  least: null,
  under: 8,
  over: 8,
});

/** A shirt whose hem and sleeve grow with their options, bent a little as darts and curves bend them. */
function shirtOf({ bend, hem, sleeve }: { bend: number; hem: number; sleeve: number }) {
  return ({ options }: DraftRecipe): DraftMeasures => {
    const length = Number(options.lengthBonus);
    const arm = Number(options.sleeveLengthBonus);
    return {
      measures: [
        measureOf("hemLevel", hem + 600 * length + bend * length ** 2),
        measureOf("sleeveLength", sleeve + 600 * arm),
      ],
      findings: [],
    };
  };
}

const start: DraftRecipe = {
  options: { lengthBonus: 0.1, sleeveLengthBonus: 0.03, chestEase: 0.15 },
  measurements: {},
};
const lengths = freeLengthsOf(simon, new Set());
const off = (draft: DraftMeasures, name: LengthName) =>
  missOf(name, draft, { design: simon, changes: [] }) ?? Number.NaN;

test("hem and sleeves are reached together, whatever the slope, in at most five drafts", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 60, max: 280, noNaN: true }),
      fc.double({ min: 590, max: 680, noNaN: true }),
      fc.double({ min: -50, max: 50, noNaN: true }),
      (hem, sleeve, bend) => {
        let drafts = 0;
        const measure = (recipe: DraftRecipe) => {
          drafts += 1;
          return shirtOf({ bend, hem, sleeve })(recipe);
        };
        const reached = reachLengths(start, { design: simon, lengths, measure });
        expect(drafts).toBeLessThanOrEqual(5);
        const draft = measure(reached);
        expect(Math.abs(off(draft, "hemLevel"))).toBeLessThan(1);
        expect(Math.abs(off(draft, "sleeveLength"))).toBeLessThan(1);
        expect(areReached(draft, lengths)).toBe(true);
        expect(reached.options.chestEase).toBe(0.15);
      },
    ),
  );
});

test("a length beyond the range of its option stays as near as it comes", () => {
  const measure = shirtOf({ bend: 0, hem: 400, sleeve: 630 });
  const reached = reachLengths(start, { design: simon, lengths, measure });
  expect(reached.options.lengthBonus).toBe(0);
  expect(areReached(measure(reached), lengths)).toBe(false);
});

test("an option that the tailor chose is left alone, and what is not measured stays", () => {
  const free = freeLengthsOf(simon, new Set(["lengthBonus"]));
  expect(free.map(({ measure }) => measure)).toEqual(["sleeveLength"]);
  const nothing = () => ({ measures: [], findings: [] });
  expect(reachLengths(start, { design: simon, lengths, measure: nothing })).toEqual(start);
});

test("a correction of an earlier garment is part of the ordered length", () => {
  const draft = { measures: [measureOf("hemLevel", 300)], findings: [] };
  const changes = [{ point: "length", byMm: 10 }];
  expect(missOf("hemLevel", draft, { design: simon, changes })).toBe(0);
});
