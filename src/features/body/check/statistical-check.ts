import type { BodyModel, SubsetColumn, SubsetModel } from "./body-model.ts";
import { conditionals, marginalize, withoutColumn } from "./body-model.ts";
import type { Fit } from "./fault-likelihood.ts";
import { expectedAlarms, fitOf, profileLength } from "./fault-likelihood.ts";

/** A reading in the model's unit; `isRepeatedGirth`: a girth that decides the cut, read more than once. */
export type ModelReading = SubsetColumn & {
  readonly reading: number;
  readonly isRepeatedGirth?: boolean;
};

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
 * How much more the fault of a repeated girth counts than that of another reading: a tape in the wrong place is wrong in both readings,
 * and the garment is cut to it. Chosen on half of the even rows, as is the share of the budget that profiles with such girths
 * get, because heavy tails are commonest at girths (docs/measurement-accuracy.md).
 */
const GIRTH_WEIGHT = 6;
const LEFT_BY_GIRTHS = 0.8;

const logWeightOf = ({ isRepeatedGirth = false }: ModelReading): number =>
  isRepeatedGirth ? Math.log(GIRTH_WEIGHT) : 0;

/**
 * Expected alarms below which a reading is questioned or stopped, for a profile of `count` readings: fitted so that about
 * 9 % of correct profiles are questioned and 0.6 % stopped (ADR 0036). Few readings get less, so that a person who enters
 * one after the other is not questioned at every step; long profiles get less, because people have heavier tails than the
 * model. The `pairs` that are compared use a part of it, and so do girths that are read more than once (`hasGirths`).
 */
export function alarmBudget(
  level: "ask" | "stop",
  count: number,
  { hasGirths = false, pairs = 0 }: { hasGirths?: boolean; pairs?: number } = {},
): number {
  const share = Math.min(1, count / 5) * Math.min(1, count / 10) ** 0.14;
  const length = Math.max(1, count / 18) ** -0.3;
  // The swaps of a long profile weigh more and use a part of the budget.
  const swaps = 0.81 ** profileLength(count);
  const left = LEFT_BY_A_PAIR ** pairs * (hasGirths ? LEFT_BY_GIRTHS : 1);
  const whole = level === "ask" ? 0.094 * left : 0.0022;
  return whole * share * length * swaps;
}

/** More than three wrong readings leave nothing to compare with. */
const MAX_MISFITS = 3;

function fitsOf(subset: SubsetModel, readings: readonly ModelReading[]): WeighedFit[] {
  const all = conditionals(
    subset,
    Float64Array.from(readings, ({ reading }) => Math.log(reading)),
  );
  return readings.flatMap((own, index): WeighedFit[] => {
    const conditional = all[index];
    if (!conditional) return [];
    const fit = fitOf(conditional, own.reading, readings.length);
    return [{ ...fit, logWeight: logWeightOf(own) }];
  });
}

type WeighedFit = Fit & { readonly logWeight: number };

/** The reading with the highest weighed fault ratio, when its expected alarms are below `budget`. */
function worstOf(
  fits: readonly WeighedFit[],
  independence: number,
  budget: number,
): Omit<Misfit, "fit"> | null {
  let index = -1;
  let logRatio = Number.NEGATIVE_INFINITY;
  fits.forEach((fit, other) => {
    const weighed = fit.logRatio + fit.logWeight;
    if (weighed > logRatio) [index, logRatio] = [other, weighed];
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
