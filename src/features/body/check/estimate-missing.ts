import type { BodyModel } from "./body-model.ts";
import { conditionals, marginalize } from "./body-model.ts";
import type { FindColumn } from "./measurement-columns.ts";
import { asReading, fromReading } from "./measurement-columns.ts";
import type { SurveyColumn } from "./survey-columns.ts";

/** An estimated measurement: mm, weight in kg. One body in three lies outside `plusMinus`. */
export type Estimate = { readonly value: number; readonly plusMinus: number };

/**
 * Estimates the named measurements from the known values, of which there must be one at least; a name that no survey has is
 * left out. Good enough to advise a size or to draw; the atelier never cuts from an estimate.
 */
export function estimateMissing(
  model: BodyModel,
  known: ReadonlyMap<string, number>,
  names: readonly string[],
  findColumn: FindColumn,
): Map<string, Estimate> {
  const readings = [...known].flatMap(([name, value]) => {
    const mapping = findColumn(name);
    return mapping && value > 0 ? [{ ...mapping, reading: asReading(mapping, value) }] : [];
  });
  const estimates = new Map<string, Estimate>();
  if (readings.length === 0) return estimates;
  for (const name of names) {
    const mapping = findColumn(name);
    if (!mapping || readings.some(({ column }) => column === mapping.column)) continue;
    const columns = [...readings, mapping];
    // The last reading is the one to estimate; its own value has no influence on its conditional distribution.
    const logs = Float64Array.from([
      ...readings.map(({ reading }) => Math.log(reading)),
      averageLog(model, mapping.column),
    ]);
    const own = conditionals(marginalize(model, columns), logs).at(-1);
    if (!own) continue;
    const value = fromReading(mapping, Math.exp(own.mean));
    estimates.set(name, { value, plusMinus: value * own.spread });
  }
  return estimates;
}

function averageLog(model: BodyModel, column: SurveyColumn) {
  const index = model.columns.indexOf(column);
  return model.weights.reduce(
    (sum, weight, k) => sum + weight * (model.means[k * model.columns.length + index] ?? 0),
    0,
  );
}
