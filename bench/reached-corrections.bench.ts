import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import {
  DRAFTABLE_DESIGNS,
  isDraftableDesign,
  patternDesignOf,
} from "#features/patterns/designs/all-designs.ts";
import type {
  BodyMeasurements,
  ChangeRule,
  DraftMeasures,
  FitChange,
  PatternDesign,
} from "#features/patterns/designs/pattern-design.ts";
import { PatternMeasurer } from "#features/patterns/drafting/draft-pattern.server.ts";
import { expectedFindings } from "#features/patterns/drafting/expected-findings.ts";
import { loadDesign } from "#features/patterns/drafting/freesewing.server.ts";
import { reachChanges } from "#features/patterns/drafting/reach-changes.ts";
import type { DraftRecipe, Solution } from "#features/patterns/drafting/solve-pattern.ts";
import { solvePattern } from "#features/patterns/drafting/solve-pattern.ts";
import {
  draftedBodyOf,
  easeOptionsOf,
  targetGarmentOf,
} from "#features/patterns/finished/target-measures.ts";
import { peopleOf } from "./pattern-drafts/compare.ts";
import type { Metric } from "./support/metric.ts";

const PEOPLE = 40;
const AMOUNTS_MM = [5, 10, 25, -5, -10, -25];
const REACHED_MM = 1;
const OTHERS_MM = 3;

/** Of one point of a design. */
type Tally = { requested: number; reached: number; refused: number; wrong: number };

const finishedOf = ({ measures }: Pick<Solution, "measures">) =>
  new Map(measures.map(({ name, finished }) => [name, finished]));

/** Compares the corrected draft, drawn anew from its options, with the draft without the correction. */
function isAsPromised(
  before: Solution,
  after: Solution,
  {
    measures,
    moves,
    byMm,
  }: { measures: readonly string[]; moves: readonly string[]; byMm: number },
): boolean {
  const old = finishedOf(before);
  const target = measures.find((name) => [...old.keys()].some((each) => each === name));
  return [...finishedOf(after)].every(([name, finished]) => {
    const changed = finished - (old.get(name) ?? Number.NaN);
    if (name === target) return Math.abs(changed - byMm) <= REACHED_MM;
    const limit = moves.includes(name) ? OTHERS_MM + Math.abs(byMm) : OTHERS_MM;
    return Math.abs(changed) <= limit;
  });
}

type Setting = {
  readonly pattern: PatternDesign;
  readonly solved: Solution;
  readonly measure: (recipe: DraftRecipe) => DraftMeasures;
};

const NONE_LOCKED: ReadonlySet<string> = new Set();

function correctOnce(
  { measure, pattern, solved }: Setting,
  { rule, tally, ...change }: FitChange & { rule: ChangeRule; tally: Tally },
): void {
  const isExpected = expectedFindings(pattern, [change]);
  const { drafts: _, ...after } = reachChanges({
    design: pattern,
    solved,
    requestedChanges: [change],
    locked: NONE_LOCKED,
    measure: (recipe) => {
      const { findings, measures } = measure(recipe);
      return { measures, findings: findings.filter((finding) => !isExpected(finding)) };
    },
  });
  tally.requested += 1;
  if (after.requestedChanges[0]?.reached) {
    const redrawn = { ...after, ...measure(after), drafts: 0 };
    const { measures, moves = [] } = rule;
    tally.reached += 1;
    if (!isAsPromised(solved, redrawn, { measures, moves, byMm: change.byMm })) tally.wrong += 1;
    return;
  }
  const isAsBefore = JSON.stringify(after.options) === JSON.stringify(solved.options);
  tally.refused += 1;
  if (!isAsBefore || after.findings.length === 0) tally.wrong += 1;
}

async function correct(design: DraftableDesign, people: number): Promise<Map<string, Tally>> {
  const loaded = await loadDesign(design);
  const pattern = patternDesignOf(design);
  const rules = Object.entries(pattern.requested).flatMap(([point, rule]) =>
    rule ? [{ point, rule, tally: { requested: 0, reached: 0, refused: 0, wrong: 0 } }] : [],
  );
  const options = { ...pattern.defaults, ...easeOptionsOf(pattern, "regular") };
  for (const person of peopleOf(design, "tape", people)) {
    const body: BodyMeasurements = person.measurements;
    const target = targetGarmentOf(pattern, {
      fit: "regular",
      body,
      hem: "standard",
      chosen: {},
      isExact: false,
    });
    const measurer = new PatternMeasurer(
      { design, leftOut: new Set(), loaded, shape: {}, target },
      body,
    );
    const measure = (recipe: DraftRecipe) => measurer.measure(recipe);
    const drafted = draftedBodyOf(pattern, body, target.hem?.mm ?? null);
    const solved = solvePattern({
      design: pattern,
      body: drafted,
      options,
      locked: NONE_LOCKED,
      measure,
    });
    if (solved.findings.length > 0) continue;
    for (const rule of rules) {
      for (const byMm of AMOUNTS_MM) correctOnce({ measure, pattern, solved }, { ...rule, byMm });
    }
  }
  return new Map(rules.map(({ point, tally }) => [point, tally]));
}

/**
 * Corrections of 5, 10 and 25 mm up and down at every point that a customer can report, one at a time, on measured people whose
 * draft is ready: reached within 1 mm with at most 3 mm elsewhere, or refused with the draft as it was. GARMENTS=simon,jaeger and
 * PEOPLE=5 take a sample.
 */
export async function measure(): Promise<Metric[]> {
  const designs = process.env.GARMENTS?.split(",").filter(isDraftableDesign) ?? DRAFTABLE_DESIGNS;
  const people = Number(process.env.PEOPLE ?? PEOPLE);
  const metrics: Metric[] = [];
  for (const design of designs) {
    let wrong = 0;
    for (const [point, tally] of await correct(design, people)) {
      const { requested, reached, refused } = tally;
      console.log(`  ${design}, ${point}: ${reached} of ${requested} reached, ${refused} refused`);
      wrong += tally.wrong;
    }
    metrics.push({ subject: `${design}, neither reached nor refused whole`, value: wrong });
  }
  return metrics;
}
