import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { validateDraft } from "#features/patterns/drafting/draft-garment.server.ts";
import type { GarmentDraft } from "#features/patterns/drafting/garment-draft.ts";
import { runDraftJob } from "#features/patterns/drafting/run-draft-job.server.ts";
import { BALANCED_PARTS } from "#tests/support/balanced-parts.ts";
import { MEASURED_MAN } from "#tests/support/patterns.ts";
import { alterParts } from "./alter-parts.ts";
import type { ShapeAlterationName, ShapeAmounts } from "./shape-alterations.ts";
import { isHandAlteration, SHAPE_ALTERATION_NAMES, shapeRangeOf } from "./shape-alterations.ts";
import { SHAPED_DESIGNS } from "./shaped-designs.ts";

const DESIGNS = Object.keys(SHAPED_DESIGNS) as readonly DraftableDesign[];
const POSTURED = DESIGNS.filter((design) => SHAPED_DESIGNS[design]?.alterations.posture);
const WOMAN = { highBust: 930, bustSpan: 180 };

/** One draft with the options of the design as they are; `slope` and `length` change the man's shoulder and back. */
async function drafted(
  design: DraftableDesign,
  shape: ShapeAmounts,
  { length = 0, slope = 0 } = {},
): Promise<GarmentDraft> {
  const measurements = {
    ...MEASURED_MAN,
    ...WOMAN,
    shoulderSlope: MEASURED_MAN.shoulderSlope + slope,
    hpsToWaistBack: MEASURED_MAN.hpsToWaistBack + length,
  };
  const job = validateDraft({ designs: [design], measurements, fit: "regular", shape });
  if (!job.ok) throw new Error(JSON.stringify(job.error));
  return runDraftJob({ ...job.value, isExact: true });
}

/** Below its yoke a shirt's back is measured on the fold, because either end of its upper edge may be the highest. */
const AT_CENTER: ReadonlySet<string> = new Set(["simon.back"]);

/** The height of a part's seam line, read from the path that the page draws and with the ends of its strokes alone. */
function heightOf({ parts }: GarmentDraft, part: string): number {
  const lines = parts.find((each) => each.part === part)?.lines ?? [];
  const ys = lines
    .filter(({ kind }) => kind === "seam")
    .flatMap(({ d }) => [...d.matchAll(/[MLC]([^MLCZ]*)/g)])
    .map(([, text = ""]) =>
      text
        .trim()
        .split(/[\s,]+/)
        .map(Number)
        .slice(-2),
    )
    .filter(([x = 0]) => !AT_CENTER.has(part) || Math.abs(x) < 0.5)
    .map(([, y = 0]) => y);
  return Math.max(...ys) - Math.min(...ys);
}

/** Measures that are a balance itself, with the garment below it, or the rise. */
const IS_BALANCE: ReadonlySet<string> = new Set(["backLength", "length", "rise"]);

function othersChanged(before: GarmentDraft, after: GarmentDraft): readonly string[] {
  return after.measures
    .filter(({ name }) => !IS_BALANCE.has(name))
    .filter(({ finished, name }) => {
      const was = before.measures.find((each) => each.name === name)?.finished ?? Number.NaN;
      return !(Math.abs(finished - was) <= 3);
    })
    .map(({ finished, name }) => `${name} ${finished}`);
}

const isSeam = ({ code }: GarmentDraft["findings"][number]) =>
  code === "seams-differ" || code === "cap-gap";

describe.each(POSTURED)("a posture on %s", (design) => {
  it("changes both balances by its amount and nothing else by more than 3 mm, with equal seams", async () => {
    await fc.assert(
      fc.asyncProperty(
        // Of a more erect body the end of the shoulder may lie higher than the neck, which this measure does not see.
        fc.integer({ min: -10, max: 12 }),
        fc.integer({ min: -3, max: 9 }),
        fc.integer({ min: -15, max: 20 }),
        async (posture, slope, length) => {
          const before = await drafted(design, {}, { slope, length });
          const after = await drafted(design, { posture }, { slope, length });
          const { back = "", front = "" } = BALANCED_PARTS[design] ?? {};
          const changed = (part: string) => heightOf(after, part) - heightOf(before, part);
          expect(Math.abs(changed(back) - posture)).toBeLessThanOrEqual(1);
          expect(Math.abs(changed(front) + posture)).toBeLessThanOrEqual(1);
          expect(othersChanged(before, after)).toEqual([]);
          expect(after.findings.filter(isSeam)).toEqual(before.findings.filter(isSeam));
        },
      ),
      { numRuns: 4 },
    );
  });
});

const CONTROLS = DESIGNS.flatMap((design) =>
  SHAPE_ALTERATION_NAMES.filter(
    (name) => !isHandAlteration(name) && SHAPED_DESIGNS[design]?.alterations[name],
  ).map((name): [DraftableDesign, ShapeAlterationName] => [design, name]),
);

describe.each(CONTROLS)("%s with the alteration %s", (design, name) => {
  it("has it in the finished draft within 1 mm, named in the cut list, and nothing else off by more than 3 mm", async () => {
    const before = await drafted(design, {});
    for (const mm of [10, -10].filter((amount) => amount >= shapeRangeOf(name).from)) {
      const after = await drafted(design, { [name]: mm });
      expect(after.shaped.length).toBeGreaterThan(0);
      for (const { byMm, changedMm } of after.shaped) {
        expect(Math.abs(changedMm - byMm)).toBeLessThanOrEqual(1);
      }
      expect(othersChanged(before, after)).toEqual([]);
      expect(after.findings.filter(isSeam)).toEqual([]);
      expect(after.cutList.some(({ note = "" }) => note.includes(", 10 mm."))).toBe(true);
    }
  });
});

/** A back with its own outline, a notch and the square by which a print is checked. */
function backWithSquare() {
  const points = {
    neck: { x: 80, y: 0 },
    cbNeck: { x: 0, y: 20 },
    shoulder: { x: 200, y: 30 },
    armhole: { x: 260, y: 280 },
    cbWaist: { x: 0, y: 425 },
    cbHips: { x: 0, y: 490 },
    waist: { x: 240, y: 425 },
    __macro_scalebox_metric_topLeft: { x: 40, y: 60 },
  };
  const square = [
    { type: "move", to: points.__macro_scalebox_metric_topLeft },
    { type: "line", to: { x: 140, y: 160 } },
  ];
  const path = (ops: typeof square) => ({ hidden: false, ops });
  const paths = { __macro_scalebox_metric: path(square) };
  return { hidden: false, points, paths, snippets: { notch: { anchor: { x: 0, y: 20 } } } };
}

it("an alteration moves notches with their line, and the square of 100 mm stays true", () => {
  const back = backWithSquare();
  alterParts("wahid", { "wahid.back": back }, { posture: 10 });
  expect(back.points.neck.y).toBeCloseTo(-10, 9);
  expect(back.snippets.notch.anchor.y).toBeCloseTo(10, 9);
  expect(back.points.cbWaist).toEqual({ x: 0, y: 425 });
  const [from, to] = back.paths.__macro_scalebox_metric.ops.map((each) => each.to);
  expect([from, to]).toEqual([
    { x: 40, y: 60 },
    { x: 140, y: 160 },
  ]);
});

it("an alteration of 0 mm changes no line, and one beyond its range is refused", async () => {
  const plain = await drafted("simon", {});
  const none = await drafted("simon", { posture: 0 });
  expect(none.parts).toEqual(plain.parts);
  const request = {
    designs: ["simon" as const],
    measurements: MEASURED_MAN,
    fit: "regular" as const,
  };
  for (const shape of [{ posture: 13 }, { belly: -1 }, { posture: Number.NaN }, { nape: 5 }]) {
    expect(validateDraft({ ...request, shape })).toMatchObject({
      ok: false,
      error: [{ code: "wrong-change" }],
    });
  }
});
