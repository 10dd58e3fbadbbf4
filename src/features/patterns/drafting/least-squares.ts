import { at, factorize, inverseOf } from "#features/body/check/matrix.ts";

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

/**
 * The steps along `columns` that bring `off` nearest to zero. A step of one unit costs `effort`, so that small steps are preferred
 * and columns that say the same share the way. All zero when the columns say nothing.
 */
export function leastSquares(
  columns: readonly (readonly number[])[],
  off: readonly number[],
  effort: number,
): readonly number[] {
  const n = columns.length;
  const matrix = new Float64Array(n * n);
  const right = new Float64Array(n);
  columns.forEach((column, row) => {
    columns.forEach((other, index) => {
      matrix[row * n + index] = dot(column, other) + (row === index ? effort ** 2 : 0);
    });
    right[row] = -dot(column, off);
  });
  if (!factorize(matrix, n)) return columns.map(() => 0);
  const inverse = inverseOf(matrix, n);
  return columns.map((_, row) =>
    right.reduce((sum, value, index) => sum + at(inverse, row * n + index) * value, 0),
  );
}

/** A step along one column, and how far it may go down and up. */
export type Bounds = { readonly from: number; readonly to: number };

/** The same, with every step within its bounds: a step that ends at its bound is taken, and the others do what it cannot. */
export function boundedLeastSquares(
  columns: readonly (readonly number[])[],
  off: readonly number[],
  { bounds, effort }: { readonly bounds: readonly Bounds[]; readonly effort: number },
): readonly number[] {
  const steps = columns.map(() => 0);
  let free = columns.map((_, index) => index);
  let rest = [...off];
  while (free.length > 0) {
    const found = leastSquares(
      free.map((index) => columns[index] ?? []),
      rest,
      effort,
    );
    const ended = new Set<number>();
    free.forEach((index, position) => {
      const { from, to } = bounds[index] ?? { from: 0, to: 0 };
      const step = found[position] ?? 0;
      steps[index] = Math.min(to, Math.max(from, step));
      if (steps[index] !== step) ended.add(index);
    });
    if (ended.size === 0) return steps;
    for (const index of ended) {
      rest = rest.map((value, row) => value + (columns[index]?.[row] ?? 0) * (steps[index] ?? 0));
    }
    free = free.filter((index) => !ended.has(index));
  }
  return steps;
}
