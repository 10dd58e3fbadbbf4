import { at, factorize, inverseOf, logDeterminant } from "./matrix.ts";
import type { SurveyColumn } from "./survey-columns.ts";

/** The model is a Gaussian mixture over the logarithms of readings (mm, weight in kg), with full covariances (row-major). */
export type BodyModel = {
  readonly columns: readonly SurveyColumn[];
  readonly weights: Float64Array;
  readonly means: Float64Array;
  readonly covariances: Float64Array;
};

/** What the other readings say about one: how its logarithm is distributed. */
export type Conditional = {
  /** The probability of a smaller reading, between 0 and 1. */
  readonly below: number;
  /** The mean and the standard deviation of the logarithm. */
  readonly mean: number;
  readonly spread: number;
};

type Component = {
  readonly logWeight: number;
  readonly mean: Float64Array;
  readonly precision: Float64Array;
};

/** The marginal of the mixture for one set of columns. */
export type SubsetModel = {
  readonly size: number;
  readonly components: readonly Component[];
  /** Share of alarms that are not repeated by a related reading, between 0 and 1. */
  readonly independence: number;
};

/** A column of a profile; `extraError` in mm when the shop takes the measurement differently from the survey. */
export type SubsetColumn = { readonly column: SurveyColumn; readonly extraError: number };

const MAX_SUBSETS = 64;
const COMMON_ALARM = 0.8;
const subsetsOf = new WeakMap<BodyModel, Map<string, SubsetModel>>();

/** The mixture over these columns alone; the last 64 sets are stored, so that only the first check of a set factorizes. */
export function marginalize(model: BodyModel, columns: readonly SubsetColumn[]): SubsetModel {
  const stored = subsetsOf.get(model) ?? new Map<string, SubsetModel>();
  subsetsOf.set(model, stored);
  const key = columns.map(({ column, extraError }) => `${column}+${extraError}`).join();
  const known = stored.get(key);
  if (known) return known;
  const subset = factorizeSubset(model, columns);
  const [oldest] = stored.keys();
  if (stored.size >= MAX_SUBSETS && oldest !== undefined) stored.delete(oldest);
  stored.set(key, subset);
  return subset;
}

function factorizeSubset(model: BodyModel, columns: readonly SubsetColumn[]): SubsetModel {
  const all = model.columns.length;
  const n = columns.length;
  const indices = columns.map(({ column }) => model.columns.indexOf(column));
  const components = Array.from(model.weights, (weight, k) => {
    const mean = Float64Array.from(indices, (index) => at(model.means, k * all + index));
    const factor = new Float64Array(n * n);
    for (let i = 0; i < n; i += 1) {
      const row = (k * all + at(indices, i)) * all;
      for (let j = 0; j < n; j += 1)
        factor[i * n + j] = at(model.covariances, row + at(indices, j));
      const extra = (columns[i]?.extraError ?? 0) / Math.exp(at(mean, i));
      factor[i * n + i] = at(factor, i * n + i) + extra * extra;
    }
    if (!factorize(factor, n)) throw new Error("The body model is not positive definite.");
    const logWeight = Math.log(weight) - 0.5 * logDeterminant(factor, n);
    return { logWeight, mean, precision: inverseOf(factor, n) };
  });
  return { size: n, components, independence: independenceOf(components, n) };
}

/**
 * Two readings that are compared with each other raise an alarm together. Each reading is paired with the earlier one it
 * depends on most (Hunter's bound for a union); the fourth power approximates the probability of a common alarm.
 */
function independenceOf(components: readonly Component[], n: number): number {
  let repeated = 0;
  for (let i = 1; i < n; i += 1) {
    let closest = 0;
    for (let j = 0; j < i; j += 1) {
      let correlation = 0;
      for (const { precision } of components) {
        const scale = Math.sqrt(at(precision, i * n + i) * at(precision, j * n + j));
        correlation += Math.abs(at(precision, i * n + j)) / scale / components.length;
      }
      closest = Math.max(closest, correlation);
    }
    repeated += COMMON_ALARM * closest ** 4;
  }
  return 1 - repeated / Math.max(1, n);
}

/** Computes the marginal without the column at `dropped`, by a rank-one update instead of a new factorization. */
export function withoutColumn(
  { size, components, independence }: SubsetModel,
  dropped: number,
): SubsetModel {
  const left = Array.from({ length: size }, (_, index) => index).filter((i) => i !== dropped);
  return {
    size: size - 1,
    independence,
    components: components.map(({ logWeight, mean, precision }) => {
      const own = at(precision, dropped * size + dropped);
      const reduced = new Float64Array(left.length * left.length);
      left.forEach((row, i) => {
        const share = at(precision, row * size + dropped) / own;
        left.forEach((column, j) => {
          reduced[i * left.length + j] =
            at(precision, row * size + column) - share * at(precision, dropped * size + column);
        });
      });
      return {
        logWeight: logWeight - 0.5 * Math.log(own),
        mean: Float64Array.from(left, (index) => at(mean, index)),
        precision: reduced,
      };
    }),
  };
}

/** How much the log density of the readings grows when the one at `index` is exchanged with each other one. */
export function exchangeGains(
  { size: n, components }: SubsetModel,
  logs: Float64Array,
  index: number,
): Float64Array {
  const difference = new Float64Array(n);
  const now = new Float64Array(components.length);
  const exchanged = Array.from(logs, () => new Float64Array(components.length));
  components.forEach(({ logWeight, mean, precision }, k) => {
    for (let i = 0; i < n; i += 1) difference[i] = at(logs, i) - at(mean, i);
    const slopes = new Float64Array(n);
    let distance = 0;
    for (let i = 0; i < n; i += 1) {
      let sum = 0;
      for (let j = 0; j < n; j += 1) sum += at(precision, i * n + j) * at(difference, j);
      slopes[i] = sum;
      distance += sum * at(difference, i);
    }
    now[k] = logWeight - 0.5 * distance;
    exchanged.forEach((densities, other) => {
      const move = at(logs, other) - at(logs, index);
      const linear = 2 * move * (at(slopes, index) - at(slopes, other));
      const square =
        at(precision, index * n + index) +
        at(precision, other * n + other) -
        2 * at(precision, index * n + other);
      densities[k] = at(now, k) - 0.5 * (linear + move * move * square);
    });
  });
  const before = logSum(now);
  return Float64Array.from(exchanged, (densities) => logSum(densities) - before);
}

function logSum(logs: Float64Array): number {
  const highest = Math.max(...logs);
  return highest + Math.log(logs.reduce((sum, value) => sum + Math.exp(value - highest), 0));
}

/** Computes the distribution of each reading given all the others, by the precision matrix of every component. */
export function conditionals(subset: SubsetModel, logs: Float64Array): Conditional[] {
  const n = subset.size;
  const count = subset.components.length;
  const joint = new Float64Array(count);
  const shifts = new Float64Array(count * n);
  const difference = new Float64Array(n);
  subset.components.forEach(({ logWeight, mean, precision }, k) => {
    for (let i = 0; i < n; i += 1) difference[i] = at(logs, i) - at(mean, i);
    let distance = 0;
    for (let i = 0; i < n; i += 1) {
      let sum = 0;
      for (let j = 0; j < n; j += 1) sum += at(precision, i * n + j) * at(difference, j);
      shifts[k * n + i] = sum;
      distance += sum * at(difference, i);
    }
    joint[k] = logWeight - 0.5 * distance;
  });
  return Array.from(logs, (log, i) => conditionalOf(subset, joint, shifts, i, log));
}

function conditionalOf(
  { components, size: n }: SubsetModel,
  joint: Float64Array,
  shifts: Float64Array,
  i: number,
  log: number,
): Conditional {
  const shares = new Float64Array(components.length);
  let highest = Number.NEGATIVE_INFINITY;
  components.forEach(({ precision }, k) => {
    const own = at(precision, i * n + i);
    const shift = at(shifts, k * n + i);
    shares[k] = at(joint, k) + (0.5 * shift * shift) / own - 0.5 * Math.log(own);
    highest = Math.max(highest, at(shares, k));
  });
  let total = 0;
  let below = 0;
  let mean = 0;
  let square = 0;
  components.forEach(({ precision }, k) => {
    const share = Math.exp(at(shares, k) - highest);
    if (share < 1e-12) return;
    const own = at(precision, i * n + i);
    const offset = at(shifts, k * n + i) / own;
    total += share;
    below += share * normalBelow(offset * Math.sqrt(own));
    mean -= share * offset;
    square += share * (offset * offset + 1 / own);
  });
  mean /= total;
  return {
    below: below / total,
    mean: log + mean,
    spread: Math.sqrt(square / total - mean * mean),
  };
}

/** Probability that a standard normal variable is below z; relative error under 1.2e-7 also in the tails. */
export function normalBelow(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.5 * x);
  const series =
    -1.26551223 +
    t *
      (1.00002368 +
        t *
          (0.37409196 +
            t *
              (0.09678418 +
                t *
                  (-0.18628806 +
                    t *
                      (0.27886807 +
                        t *
                          (-1.13520398 +
                            t * (1.48851587 + t * (-0.82215223 + t * 0.17087277))))))));
  const upper = 0.5 * t * Math.exp(-x * x + series);
  return z > 0 ? 1 - upper : upper;
}
