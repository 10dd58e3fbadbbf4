import type {
  BodyMeasurements,
  DraftMeasures,
  FitChange,
  MeasureName,
  PatternDesign,
} from "#features/patterns/designs/pattern-design.ts";
import type { StyleTarget } from "#features/patterns/styles/style-rules.ts";
import { clampOption } from "./draft-guard.ts";
import type { DraftRecipe } from "./solve-pattern.ts";

/** A hem or the end of a sleeve that is ordered lies within this. */
export const TARGET_TOLERANCE_MM = 5;
/** Nearer than this needs no further draft. */
const CLOSE_MM = 0.3;
const MAX_DRAFTS = 5;
/** By how much an option is moved to find the slope of the measure over it. */
const STEP = 0.05;

type Input = {
  readonly design: PatternDesign;
  readonly body: BodyMeasurements;
  readonly targets: readonly StyleTarget[];
  readonly measure: (recipe: DraftRecipe) => DraftMeasures;
};

const finishedOf = ({ measures }: DraftMeasures, name: MeasureName) =>
  measures.find((measure) => measure.name === name)?.finished ?? null;

type Trial = { readonly value: number; readonly finished: number };

/** The next value of the option on the line through two trials. */
function nextValue(last: Trial, before: Trial | null, goal: number): number {
  if (!before || before.value === last.value || before.finished === last.finished) {
    return last.value + (goal > last.finished ? STEP : -STEP);
  }
  const slope = (last.finished - before.finished) / (last.value - before.value);
  return last.value + (goal - last.finished) / slope;
}

function reachTarget(recipe: DraftRecipe, target: StyleTarget, input: Input): DraftRecipe {
  const { body, design, measure } = input;
  const goal = target.goal(body);
  const range = design.options[target.option];
  const start = recipe.options[target.option] ?? 0;
  if (goal === null || !range || typeof start !== "number") return recipe;
  const withValue = (value: number): DraftRecipe => ({
    ...recipe,
    options: { ...recipe.options, [target.option]: value },
  });
  let best: Trial | null = null;
  let before: Trial | null = null;
  let value = start;
  for (let drafts = 0; drafts < MAX_DRAFTS; drafts += 1) {
    const finished = finishedOf(measure(withValue(value)), target.measure);
    if (finished === null) break;
    const last: Trial = { value, finished };
    if (!best || Math.abs(finished - goal) < Math.abs(best.finished - goal)) best = last;
    if (Math.abs(finished - goal) <= CLOSE_MM) break;
    const next = clampOption(range, nextValue(last, before, goal));
    if (typeof next !== "number" || next === value) break;
    before = last;
    value = Math.round(next * 100_000) / 100_000;
  }
  return best ? withValue(best.value) : recipe;
}

/**
 * Moves the options of ordered lengths until the finished draft has them, each in at most five drafts. What a design's range or
 * the draft does not allow stays as near as it comes; `missOf` says by how much.
 */
export function reachTargets(recipe: DraftRecipe, input: Input): DraftRecipe {
  return input.targets.reduce((reached, target) => reachTarget(reached, target, input), recipe);
}

/** By how many mm a correction of an earlier garment moves the measure of a target. */
function correctionOf(
  { option }: StyleTarget,
  design: PatternDesign,
  changes: readonly FitChange[],
): number {
  const own = changes.filter(({ point }) => design.requested[point]?.option === option);
  return own.reduce((sum, { byMm }) => sum + byMm, 0);
}

/**
 * How far the finished draft is from an ordered length, in mm: positive where it is too long. What a correction of the person's
 * earlier garments asks is part of the length. Null where nothing can be compared.
 */
export function missOf(
  target: StyleTarget,
  measured: DraftMeasures,
  {
    body,
    changes,
    design,
  }: {
    design: PatternDesign;
    body: BodyMeasurements;
    changes: readonly FitChange[];
  },
): number | null {
  const goal = target.goal(body);
  const finished = finishedOf(measured, target.measure);
  if (goal === null || finished === null) return null;
  return finished - goal - correctionOf(target, design, changes);
}
