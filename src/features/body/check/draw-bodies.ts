import type { BodyModel, SubsetColumn } from "./body-model.ts";
import { marginalize } from "./body-model.ts";
import { at, factorize } from "./matrix.ts";
import type { ColumnMapping, FindColumn } from "./measurement-columns.ts";
import { asReading, fromReading } from "./measurement-columns.ts";
import { inModelUnit, readingError } from "./survey-columns.ts";

/** Values of people by measurement: the same index is the same person. mm, weight in kg. */
export type DrawnBodies = ReadonlyMap<string, Float64Array>;

type Known = ColumnMapping & { readonly name: string; readonly reading: number };
type Unknown = ColumnMapping & { readonly name: string };

/**
 * `count` people who have the known values, in the named measurements: a missing one is drawn from its distribution given the
 * known ones, a known one varies by the error of a reading. A name that no survey has is left out, unless it is known. The
 * same input draws the same people. Empty without a known value that a survey has.
 */
export function drawBodies(
  model: BodyModel,
  known: ReadonlyMap<string, number>,
  names: readonly string[],
  count: number,
  findColumn: FindColumn,
): DrawnBodies {
  const readings = [...known].flatMap(([name, value]): Known[] => {
    const mapping = findColumn(name);
    return mapping && value > 0 ? [{ ...mapping, name, reading: asReading(mapping, value) }] : [];
  });
  const bodies = new Map<string, Float64Array>();
  if (readings.length === 0) return bodies;
  const columns = new Set<string>(readings.map(({ column }) => column));
  const missing = names.flatMap((name): Unknown[] => {
    const mapping = known.has(name) ? null : findColumn(name);
    return mapping && !columns.has(mapping.column) ? [{ ...mapping, name }] : [];
  });
  const requested = names.filter((name) => known.has(name));
  const normals = spreadNormals(missing.length + requested.length, count);
  requested.forEach((name, index) => {
    const column = findColumn(name)?.column;
    const value = known.get(name) ?? 0;
    const error = column ? readingError(column) / inModelUnit(column, 1) : 10;
    bodies.set(
      name,
      Float64Array.from(normals, (normal) => value + error * at(normal, missing.length + index)),
    );
  });
  for (const [name, values] of drawMissing(model, readings, missing, normals)) {
    bodies.set(name, values);
  }
  return bodies;
}

/** Standard normal values, one row for each person, spread evenly instead of at random, so that few are enough. */
function spreadNormals(dimensions: number, count: number): Float64Array[] {
  const pairs = Math.ceil(dimensions / 2);
  const base = uniqueRoot(2 * pairs);
  const steps = Array.from({ length: 2 * pairs }, (_, index) => base ** -(index + 1) % 1);
  return Array.from({ length: count }, (_, person) => {
    const row = new Float64Array(2 * pairs);
    for (let pair = 0; pair < pairs; pair += 1) {
      const first = (0.5 + at(steps, 2 * pair) * (person + 1)) % 1;
      const second = (0.5 + at(steps, 2 * pair + 1) * (person + 1)) % 1;
      const radius = Math.sqrt(-2 * Math.log(1 - first));
      row[2 * pair] = radius * Math.cos(2 * Math.PI * second);
      row[2 * pair + 1] = radius * Math.sin(2 * Math.PI * second);
    }
    return row;
  });
}

/** Finds the root above 1 of x^(n+1) = x + 1, whose powers fill n dimensions evenly (Roberts' sequence). */
function uniqueRoot(n: number): number {
  let root = 1.5;
  for (let round = 0; round < 40; round += 1) root = (1 + root) ** (1 / (n + 1));
  return root;
}

/** Draws the missing readings of each person: a component by its probability, then a value from it given the known readings. */
function drawMissing(
  model: BodyModel,
  known: readonly Known[],
  missing: readonly Unknown[],
  normals: readonly Float64Array[],
): Map<string, Float64Array> {
  const bodies = new Map(missing.map(({ name }) => [name, new Float64Array(normals.length)]));
  if (missing.length === 0) return bodies;
  const logs = Float64Array.from(known, ({ reading }) => Math.log(reading));
  const joint = marginalize(model, [...known, ...missing].map(subsetColumn));
  const cumulative = componentShares(model, known, logs);
  const draws = joint.components.map(({ mean, precision }) =>
    conditionalDraw(mean, precision, logs, missing.length),
  );
  normals.forEach((normal, person) => {
    // A stride that no power of two divides decouples the component from the normal values.
    const level = ((person * 0.754_877_666 + 0.5) % 1) * at(cumulative, cumulative.length - 1);
    const component = cumulative.findIndex((share) => level < share);
    const values = draws[Math.max(0, component)]?.(normal) ?? [];
    missing.forEach((mapping, index) => {
      const own = bodies.get(mapping.name);
      if (own) own[person] = fromReading(mapping, Math.exp(at(values, index)));
    });
  });
  return bodies;
}

const subsetColumn = ({ column, extraError }: ColumnMapping): SubsetColumn => ({
  column,
  extraError,
});

/** Adds up the components' probabilities given the known readings. */
function componentShares(model: BodyModel, known: readonly Known[], logs: Float64Array) {
  const n = logs.length;
  const { components } = marginalize(model, known.map(subsetColumn));
  const densities = components.map(({ logWeight, mean, precision }) => {
    let distance = 0;
    for (let i = 0; i < n; i += 1) {
      for (let j = 0; j < n; j += 1) {
        distance +=
          (at(logs, i) - at(mean, i)) * at(precision, i * n + j) * (at(logs, j) - at(mean, j));
      }
    }
    return logWeight - 0.5 * distance;
  });
  const highest = Math.max(...densities);
  let total = 0;
  return Float64Array.from(densities, (density) => {
    total += Math.exp(density - highest);
    return total;
  });
}

/** Draws the last `count` logarithms of a component given the others: its precision's corner, factorized once. */
function conditionalDraw(
  mean: Float64Array,
  precision: Float64Array,
  logs: Float64Array,
  count: number,
): (normal: Float64Array) => Float64Array {
  const n = mean.length;
  const first = n - count;
  const factor = new Float64Array(count * count);
  const slopes = new Float64Array(count);
  for (let i = 0; i < count; i += 1) {
    for (let j = 0; j < count; j += 1) {
      factor[i * count + j] = at(precision, (first + i) * n + first + j);
    }
    for (let j = 0; j < first; j += 1) {
      slopes[i] = at(slopes, i) - at(precision, (first + i) * n + j) * (at(logs, j) - at(mean, j));
    }
  }
  if (!factorize(factor, count)) throw new Error("The body model is not positive definite.");
  const forward = new Float64Array(count);
  for (let i = 0; i < count; i += 1) {
    let sum = at(slopes, i);
    for (let j = 0; j < i; j += 1) sum -= at(factor, i * count + j) * at(forward, j);
    forward[i] = sum / at(factor, i * count + i);
  }
  return (normal) => {
    const values = new Float64Array(count);
    for (let i = count - 1; i >= 0; i -= 1) {
      let sum = at(forward, i) + at(normal, i);
      for (let j = i + 1; j < count; j += 1) sum -= at(factor, j * count + i) * at(values, j);
      values[i] = sum / at(factor, i * count + i);
    }
    return values.map((value, index) => value + at(mean, first + index));
  };
}
