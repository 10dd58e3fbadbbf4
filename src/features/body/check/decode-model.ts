import type { BodyModel } from "./body-model.ts";
import { at } from "./matrix.ts";
import type { SurveyColumn } from "./survey-columns.ts";

/** How a fitted model is stored (body-model.json, written by `npm run measurements:fit`). */
export type StoredBodyModel = {
  readonly columns: readonly string[];
  readonly weights: readonly number[];
  /**
   * The mean logarithms of readings in the model's unit, and their standard deviations, with one row for each
   * component.
   */
  readonly means: readonly (readonly number[])[];
  readonly spreads: readonly (readonly number[])[];
  /** The lower triangles of the correlation matrices: signed 16-bit integers, little-endian, in base64. */
  readonly correlations: readonly string[];
};

const SCALE = 32_767;

/** The model as the engine reads it. */
export function decodeModel(stored: StoredBodyModel): BodyModel {
  const n = stored.columns.length;
  const covariances = new Float64Array(stored.weights.length * n * n);
  stored.correlations.forEach((text, k) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    const spreads = stored.spreads[k] ?? [];
    let offset = 0;
    for (let row = 0; row < n; row += 1) {
      covariances[(k * n + row) * n + row] = at(spreads, row) ** 2;
      for (let column = 0; column < row; column += 1) {
        const correlation = view.getInt16(offset, true) / SCALE;
        const covariance = correlation * at(spreads, row) * at(spreads, column);
        covariances[(k * n + row) * n + column] = covariance;
        covariances[(k * n + column) * n + row] = covariance;
        offset += 2;
      }
    }
  });
  return {
    columns: stored.columns as readonly SurveyColumn[],
    weights: Float64Array.from(stored.weights),
    means: Float64Array.from(stored.means.flat()),
    covariances,
  };
}

/** The inverse of `decodeModel`, to four digits after the point for means and five for spreads. */
export function encodeModel(model: BodyModel): StoredBodyModel {
  const n = model.columns.length;
  const components = Array.from(model.weights, (_, k) => k);
  const spread = (k: number, i: number) => Math.sqrt(at(model.covariances, (k * n + i) * n + i));
  const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
  const rows = (cell: (k: number, i: number) => number) =>
    components.map((k) => model.columns.map((_, i) => cell(k, i)));
  return {
    columns: model.columns,
    weights: components.map((k) => rounded(at(model.weights, k), 4)),
    means: rows((k, i) => rounded(at(model.means, k * n + i), 4)),
    spreads: rows((k, i) => rounded(spread(k, i), 5)),
    correlations: components.map((k) => {
      const view = new DataView(new ArrayBuffer(n * (n - 1)));
      let offset = 0;
      for (let row = 0; row < n; row += 1) {
        for (let column = 0; column < row; column += 1) {
          const covariance = at(model.covariances, (k * n + row) * n + column);
          const correlation = covariance / (spread(k, row) * spread(k, column));
          view.setInt16(offset, Math.round(correlation * SCALE), true);
          offset += 2;
        }
      }
      return btoa(String.fromCharCode(...new Uint8Array(view.buffer)));
    }),
  };
}
