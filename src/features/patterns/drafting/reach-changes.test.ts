import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type {
  DraftMeasures,
  DraftOptions,
  FitChange,
  PatternDesign,
} from "#features/patterns/designs/pattern-design.ts";
import { share } from "#features/patterns/designs/pattern-design.ts";
import { simon } from "#features/patterns/designs/shirts.ts";
import { reachChanges } from "./reach-changes.ts";

const numberOf = (options: DraftOptions, name: string) => Number(options[name]);

/** A garment of four options: sleeves are free, the chest drags the waist along, the shoulder the collar, and the seat the hip. */
function measuresOf(options: DraftOptions): DraftMeasures {
  const finished = {
    sleeveLength: 600 * (1 + numberOf(options, "sleeve")),
    chest: 1_000 * (1 + numberOf(options, "chest")),
    waist: 900 * (1 + 0.2 * numberOf(options, "chest")),
    shoulder: 140 * (1 + numberOf(options, "shoulder")),
    neck: 400 * (1 - numberOf(options, "shoulder")),
    seat: 1_000 * (1 + numberOf(options, "seat")),
    hips: 950 * (1 + 0.6 * numberOf(options, "seat")),
  };
  const measures = Object.entries(finished).map(([name, mm]) => {
    return {
      name: name as "chest",
      finished: mm,
      body: null,
      wanted: null,
      least: null,
      under: null,
      over: null,
    };
  });
  const isTight = finished.chest < 980;
  const finding = { code: "too-small", measure: "chest", spot: null, by: 5 } as const;
  return { measures, findings: isTight ? [{ ...finding, reason: "The chest is tight." }] : [] };
}

const design: PatternDesign = {
  ...simon,
  options: {
    sleeve: share(-0.1, 0.03),
    chest: share(-0.1, 0.2),
    shoulder: share(-0.3, 0.3),
    seat: share(-0.2, 0.2),
  },
  requested: {
    sleeve: { measures: ["sleeveLength"], option: "sleeve" },
    chest: { measures: ["chest"], option: "chest", moves: ["waist"] },
    shoulder: { measures: ["shoulder"], option: "shoulder" },
    hips: { measures: ["seat"], option: "seat" },
  },
  adjusters: [],
};

const START: DraftOptions = { sleeve: 0, chest: 0, shoulder: 0, seat: 0 };
const solved = { options: START, measurements: {}, drafts: 1, ...measuresOf(START) };

const reach = (requestedChanges: readonly FitChange[]) =>
  reachChanges({
    design,
    solved,
    requestedChanges,
    locked: new Set(),
    measure: ({ options }) => measuresOf(options),
  });

describe("a correction", () => {
  test("is reached within 1 mm, and what belongs to it moves no further", () => {
    const { findings, options, requestedChanges } = reach([
      { point: "sleeve", byMm: -10 },
      { point: "chest", byMm: 10 },
    ]);
    expect(requestedChanges.map(({ reached }) => reached)).toEqual([true, true]);
    expect(requestedChanges.map(({ changedMm }) => Math.round(changedMm))).toEqual([-10, 10]);
    expect(findings).toEqual([]);
    expect(options).not.toEqual(START);
  });

  test.each([
    ["beyond the option's range", { point: "sleeve", byMm: 25 }, "reaches +18 mm"],
    ["that drags something else along", { point: "shoulder", byMm: 10 }, "the pattern reaches"],
    ["that makes a new fault", { point: "chest", byMm: -25 }, "The chest is tight."],
    ["of a point without a measure", { point: "thigh", byMm: 5 }, "no measure for it"],
  ])("%s is left out whole, and a finding says why", (_, change, reason) => {
    const { findings, measures, options, requestedChanges } = reach([change]);
    expect(options).toEqual(START);
    expect(measures).toEqual(solved.measures);
    expect(requestedChanges).toMatchObject([{ reached: false, changedMm: 0 }]);
    expect(findings).toMatchObject([{ code: "asked-not-reached" }]);
    expect(findings[0]?.reason).toContain(reason);
    expect(findings[0]?.reason).not.toContain("..");
  });

  test("takes another girth along as far as the table of ease allows, and says so", () => {
    const { findings, followed, requestedChanges } = reach([{ point: "hips", byMm: 10 }]);
    expect(requestedChanges).toMatchObject([{ reached: true }]);
    expect(findings).toEqual([]);
    expect(followed.map(({ byMm, measure }) => [measure, Math.round(byMm)])).toEqual([["hips", 6]]);
  });

  test("is left out where another girth would follow by more than the table allows", () => {
    const { findings, followed, options } = reach([{ point: "hips", byMm: 25 }]);
    expect(options).toEqual(START);
    expect(followed).toEqual([]);
    expect(findings[0]?.reason).toContain("high hip would change by +14 mm");
  });

  test("that moves nothing else names nothing", () => {
    expect(reach([{ point: "sleeve", byMm: -10 }]).followed).toEqual([]);
  });

  test("that cannot be reached does not hold up another one", () => {
    const { findings, requestedChanges } = reach([
      { point: "shoulder", byMm: 10 },
      { point: "sleeve", byMm: -10 },
    ]);
    expect(requestedChanges.map(({ reached }) => reached)).toEqual([false, true]);
    expect(findings).toHaveLength(1);
  });

  test("whatever is asked: each is reached within 1 mm or not at all, and a collar follows by at most 5 mm", () => {
    const amounts = fc.integer({ min: -80, max: 80 });
    fc.assert(
      fc.property(amounts, amounts, amounts, (sleeve, chest, shoulder) => {
        const result = reach([
          { point: "sleeve", byMm: sleeve },
          { point: "chest", byMm: chest },
          { point: "shoulder", byMm: shoulder },
        ]);
        const changed = new Map(
          result.measures.map(({ finished, name }, index) => [
            name,
            finished - (solved.measures[index]?.finished ?? 0),
          ]),
        );
        for (const { byMm, measure, reached } of result.requestedChanges) {
          const by = changed.get(measure ?? "chest") ?? 0;
          expect(Math.abs(by - (reached ? byMm : 0))).toBeLessThanOrEqual(reached ? 1 : 3);
        }
        expect(Math.abs(changed.get("neck") ?? 0)).toBeLessThanOrEqual(5);
      }),
    );
  });
});
