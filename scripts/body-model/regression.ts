import { at, factorize } from "#features/body/check/matrix.ts";
import type { SurveyColumn } from "#features/body/check/survey-columns.ts";
import type { Person } from "./surveys.ts";

/** Ridge regression of logarithms, with its people's residuals. */
export type Regression = {
  readonly from: readonly SurveyColumn[];
  readonly to: readonly SurveyColumn[];
  readonly predict: (person: Person) => number[];
  /** One row per person, widened for the fit's degrees of freedom. */
  readonly residuals: readonly (readonly number[])[];
};

const logOf = (person: Person, column: SurveyColumn) =>
  Math.log(person.values[column] ?? Number.NaN);

/** Fits `to` on `from`; `ridge`: in people, on standardised predictors. */
export function fitRegression(
  people: readonly Person[],
  from: readonly SurveyColumn[],
  to: readonly SurveyColumn[],
  ridge = 1,
): Regression {
  const mean = (column: SurveyColumn) =>
    people.reduce((sum, person) => sum + logOf(person, column), 0) / people.length;
  const spread = (column: SurveyColumn, center: number) =>
    Math.sqrt(
      people.reduce((sum, person) => sum + (logOf(person, column) - center) ** 2, 0) /
        people.length,
    );
  const fromMeans = from.map(mean);
  const fromSpreads = from.map((column, index) => spread(column, at(fromMeans, index)));
  const toMeans = to.map(mean);
  const standardized = (person: Person) =>
    from.map(
      (column, index) => (logOf(person, column) - at(fromMeans, index)) / at(fromSpreads, index),
    );
  const rows = people.map(standardized);
  const coefficients = to.map((column, index) =>
    solveRidge(
      rows,
      people.map((person) => logOf(person, column) - at(toMeans, index)),
      ridge,
    ),
  );
  const predict = (person: Person) => {
    const row = standardized(person);
    return coefficients.map((weights, index) =>
      weights.reduce((sum, weight, other) => sum + weight * at(row, other), at(toMeans, index)),
    );
  };
  const widening = Math.sqrt(people.length / Math.max(1, people.length - from.length - 1));
  const residuals = people.map((person) => {
    const predicted = predict(person);
    return to.map((column, index) => (logOf(person, column) - at(predicted, index)) * widening);
  });
  return { from, to, predict, residuals };
}

function solveRidge(rows: number[][], targets: number[], ridge: number): number[] {
  const n = rows[0]?.length ?? 0;
  const normal = new Float64Array(n * n);
  const right = new Float64Array(n);
  rows.forEach((row, person) => {
    for (let i = 0; i < n; i += 1) {
      right[i] = at(right, i) + at(row, i) * at(targets, person);
      for (let j = 0; j < n; j += 1) {
        normal[i * n + j] = at(normal, i * n + j) + at(row, i) * at(row, j);
      }
    }
  });
  for (let i = 0; i < n; i += 1) normal[i * n + i] = at(normal, i * n + i) + ridge;
  if (!factorize(normal, n)) throw new Error("The regression is singular.");
  for (let i = 0; i < n; i += 1) {
    let sum = at(right, i);
    for (let j = 0; j < i; j += 1) sum -= at(normal, i * n + j) * at(right, j);
    right[i] = sum / at(normal, i * n + i);
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    let sum = at(right, i);
    for (let j = i + 1; j < n; j += 1) sum -= at(normal, j * n + i) * at(right, j);
    right[i] = sum / at(normal, i * n + i);
  }
  return [...right];
}
