import type { BodyModel, SubsetColumn, SubsetModel } from "./body-model.ts";
import { conditionals, marginalize, withoutColumn } from "./body-model.ts";
import type { Fit } from "./fault-likelihood.ts";
import { expectedAlarms, fitOf, profileLength } from "./fault-likelihood.ts";

/** A reading in the model's unit. */
export type ModelReading = SubsetColumn & { readonly reading: number };

/** A reading that does not fit the others. */
type Misfit = {
  readonly index: number;
  /** Expected number of alarms in a correct profile at which this reading is the first to be named. */
  readonly alarms: number;
  readonly fit: Fit;
};

export type Assessment = { readonly fits: readonly Fit[]; readonly misfits: readonly Misfit[] };

/** The share of the budget that one compared pair leaves to the model: pairs question correct profiles too. */
const LEFT_BY_A_PAIR = 0.993;

/**
 * Expected alarms below which a reading is questioned or stopped, for a profile of `count` readings: fitted so that about
 * 9 % of correct profiles are questioned and 0.6 % stopped (ADR 0036). Few readings get less, so that a person who enters
 * one after the other is not questioned at every step; long profiles get less, because people have heavier tails than the
 * model. The `pairs` that are compared use a part of it.
 */
export function alarmBudget(level: "ask" | "stop", count: number, pairs = 0): number {
  const share = Math.min(1, count / 5) * Math.min(1, count / 10) ** 0.14;
  const length = Math.max(1, count / 18) ** -0.3;
  // The swaps of a long profile weigh more and use a part of the budget.
  const swaps = 0.81 ** profileLength(count);
  const whole = level === "ask" ? 0.094 * LEFT_BY_A_PAIR ** pairs : 0.0022;
  return whole * share * length * swaps;
}

/** More than three wrong readings leave nothing to compare with. */
const MAX_MISFITS = 3;

function fitsOf(subset: SubsetModel, readings: readonly ModelReading[]): Fit[] {
  const logs = Float64Array.from(readings, ({ reading }) => Math.log(reading));
  return conditionals(subset, logs).map((conditional, index) =>
    fitOf(conditional, readings[index]?.reading ?? Number.NaN, readings.length),
  );
}

/** The reading with the highest fault ratio, when its expected alarms are below `budget`. */
function worstOf(
  fits: readonly Fit[],
  independence: number,
  budget: number,
): Omit<Misfit, "fit"> | null {
  let index = -1;
  let logRatio = Number.NEGATIVE_INFINITY;
  fits.forEach((fit, other) => {
    if (fit.logRatio > logRatio) [index, logRatio] = [other, fit.logRatio];
  });
  if (index < 0) return null;
  const alarms = independence * expectedAlarms(fits, logRatio);
  return alarms <= budget ? { index, alarms } : null;
}

/**
 * Tests every reading against all the others. Names the one that fits least while its expected alarms are below
 * `budget`, then tests the rest without it.
 */
export function assessReadings(
  model: BodyModel,
  readings: readonly ModelReading[],
  budget: number,
): Assessment {
  if (readings.length === 0) return { fits: [], misfits: [] };
  let subset = marginalize(model, readings);
  let left = readings.map((reading, index) => ({ ...reading, index }));
  const fits = fitsOf(subset, left);
  const misfits: Misfit[] = [];
  let leftFits = fits;
  while (misfits.length < MAX_MISFITS) {
    const worst = worstOf(leftFits, subset.independence, budget);
    if (!worst) break;
    const index = left[worst.index]?.index ?? 0;
    misfits.push({ index, alarms: worst.alarms, fit: leftFits[worst.index] as Fit });
    subset = withoutColumn(subset, worst.index);
    left = left.filter((_, other) => other !== worst.index);
    if (left.length === 0) break;
    leftFits = fitsOf(subset, left);
  }
  return { fits, misfits };
}
