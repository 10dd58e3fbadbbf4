import { at, factorize, inverseOf, logDeterminant } from "#features/body/check/matrix.ts";
import { integerBelow } from "./random.ts";

/** Gaussian, full covariances; row-major, by component. */
export type Mixture = {
  readonly dimensions: number;
  readonly weights: Float64Array;
  readonly means: Float64Array;
  readonly covariances: Float64Array;
};

export type MixtureOptions = {
  readonly components: number;
  readonly iterations: number;
  /** People's worth of pooled covariance in each component's. */
  readonly shrinkage: number;
  readonly random: () => number;
};

/** Expectation maximisation from k-means; `weights`: per row. */
export function fitMixture(
  rows: readonly Float64Array[],
  rowWeights: readonly number[],
  options: MixtureOptions,
): Mixture {
  const dimensions = rows[0]?.length ?? 0;
  let shares = partition(rows, options);
  let mixture = maximize(rows, rowWeights, shares, dimensions, options);
  for (let iteration = 0; iteration < options.iterations; iteration += 1) {
    shares = expect(rows, mixture);
    mixture = maximize(rows, rowWeights, shares, dimensions, options);
  }
  return mixture;
}

/** 0 or 1, by k-means over standardised columns. */
function partition(rows: readonly Float64Array[], options: MixtureOptions): Float64Array[] {
  const dimensions = rows[0]?.length ?? 0;
  const mean = new Float64Array(dimensions);
  const spread = new Float64Array(dimensions);
  for (const row of rows)
    for (let d = 0; d < dimensions; d += 1) mean[d] = at(mean, d) + at(row, d) / rows.length;
  for (const row of rows)
    for (let d = 0; d < dimensions; d += 1)
      spread[d] = at(spread, d) + (at(row, d) - at(mean, d)) ** 2 / rows.length;
  const points = rows.map((row) =>
    row.map((value, d) => (value - at(mean, d)) / Math.sqrt(at(spread, d))),
  );
  let centers = Array.from({ length: options.components }, () =>
    Float64Array.from(points[integerBelow(points.length, options.random)] ?? []),
  );
  let nearest: number[] = [];
  for (let iteration = 0; iteration < 15; iteration += 1) {
    nearest = points.map((point) => nearestCenter(point, centers));
    const sums = centers.map(() => new Float64Array(dimensions));
    const counts = new Float64Array(centers.length);
    points.forEach((point, index) => {
      const center = at(nearest, index);
      counts[center] = at(counts, center) + 1;
      const sum = sums[center] as Float64Array;
      for (let d = 0; d < dimensions; d += 1) sum[d] = at(sum, d) + at(point, d);
    });
    centers = sums.map((sum, center) =>
      sum.map((value) => value / Math.max(1, at(counts, center))),
    );
  }
  return nearest.map((center) => {
    const share = new Float64Array(options.components);
    share[center] = 1;
    return share;
  });
}

function nearestCenter(point: Float64Array, centers: readonly Float64Array[]): number {
  let best = 0;
  let bestDistance = Number.POSITIVE_INFINITY;
  centers.forEach((center, index) => {
    let distance = 0;
    for (let d = 0; d < point.length; d += 1) distance += (at(point, d) - at(center, d)) ** 2;
    if (distance < bestDistance) [best, bestDistance] = [index, distance];
  });
  return best;
}

function maximize(
  rows: readonly Float64Array[],
  rowWeights: readonly number[],
  shares: readonly Float64Array[],
  dimensions: number,
  { components, shrinkage }: MixtureOptions,
): Mixture {
  const size = dimensions * dimensions;
  const totals = new Float64Array(components);
  const means = new Float64Array(components * dimensions);
  const covariances = new Float64Array(components * size);
  const pooled = new Float64Array(size);
  rows.forEach((row, index) => {
    for (let k = 0; k < components; k += 1) {
      const share = at(shares[index] as Float64Array, k) * at(rowWeights, index);
      if (share < 1e-9) continue;
      totals[k] = at(totals, k) + share;
      for (let d = 0; d < dimensions; d += 1)
        means[k * dimensions + d] = at(means, k * dimensions + d) + share * at(row, d);
    }
  });
  for (let k = 0; k < components; k += 1)
    for (let d = 0; d < dimensions; d += 1)
      means[k * dimensions + d] = at(means, k * dimensions + d) / at(totals, k);
  const difference = new Float64Array(dimensions);
  rows.forEach((row, index) => {
    for (let k = 0; k < components; k += 1) {
      const share = at(shares[index] as Float64Array, k) * at(rowWeights, index);
      if (share < 1e-6) continue;
      for (let d = 0; d < dimensions; d += 1)
        difference[d] = at(row, d) - at(means, k * dimensions + d);
      for (let i = 0; i < dimensions; i += 1) {
        const scaled = share * at(difference, i);
        const base = k * size + i * dimensions;
        for (let j = 0; j <= i; j += 1)
          covariances[base + j] = at(covariances, base + j) + scaled * at(difference, j);
      }
    }
  });
  const total = totals.reduce((sum, value) => sum + value, 0);
  for (let k = 0; k < components; k += 1) {
    for (let i = 0; i < dimensions; i += 1)
      for (let j = 0; j < i; j += 1)
        covariances[k * size + j * dimensions + i] = at(covariances, k * size + i * dimensions + j);
    for (let e = 0; e < size; e += 1)
      pooled[e] = at(pooled, e) + at(covariances, k * size + e) / total;
  }
  for (let k = 0; k < components; k += 1) {
    for (let e = 0; e < size; e += 1) {
      covariances[k * size + e] =
        (at(covariances, k * size + e) + shrinkage * at(pooled, e)) / (at(totals, k) + shrinkage);
    }
  }
  return { dimensions, weights: totals.map((value) => value / total), means, covariances };
}

/** Each component's log density at each row, and responsibilities. */
function expect(rows: readonly Float64Array[], mixture: Mixture): Float64Array[] {
  const components = mixture.weights.length;
  const evaluate = componentDensities(mixture);
  return rows.map((row) => {
    const logs = evaluate(row);
    const highest = Math.max(...logs);
    let sum = 0;
    for (let k = 0; k < components; k += 1) {
      logs[k] = Math.exp(at(logs, k) - highest);
      sum += at(logs, k);
    }
    return logs.map((value) => value / sum);
  });
}

function componentDensities({ dimensions: n, weights, means, covariances }: Mixture) {
  const parts = [...weights].map((weight, k) => {
    const factor = covariances.slice(k * n * n, (k + 1) * n * n);
    if (!factorize(factor, n)) throw new Error("A component has collapsed.");
    const constant = Math.log(weight) - 0.5 * logDeterminant(factor, n);
    return { precision: inverseOf(factor, n), mean: means.slice(k * n, (k + 1) * n), constant };
  });
  const difference = new Float64Array(n);
  return (row: Float64Array) =>
    Float64Array.from(parts, ({ precision, mean, constant }) => {
      for (let d = 0; d < n; d += 1) difference[d] = at(row, d) - at(mean, d);
      let distance = 0;
      for (let i = 0; i < n; i += 1) {
        let sum = 0.5 * at(precision, i * n + i) * at(difference, i);
        for (let j = 0; j < i; j += 1) sum += at(precision, i * n + j) * at(difference, j);
        distance += 2 * sum * at(difference, i);
      }
      return constant - 0.5 * distance;
    });
}
