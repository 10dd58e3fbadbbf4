import storedModel from "./body-model.json" with { type: "json" };
import type { CheckResult, ProfileValue } from "./check-profile.ts";
import { checkProfile } from "./check-profile.ts";
import { decodeModel } from "./decode-model.ts";
import type { Estimate } from "./estimate-missing.ts";
import { estimateMissing } from "./estimate-missing.ts";
import type { FindColumn } from "./measurement-columns.ts";
import { shopColumn } from "./measurement-columns.ts";

/**
 * The check engine with its fitted model (14 kB of brotli). Pages load this module with `import()` when the measurement panel
 * opens; it runs in the browser and on the server.
 */
const bodyModel = decodeModel(storedModel);

/** Checks a profile in the shop's measurements (mm, weight in kg); see `checkProfile`. */
export function checkMeasurements(
  values: readonly ProfileValue[],
  findColumn: FindColumn = shopColumn,
): CheckResult {
  return checkProfile(bodyModel, values, findColumn);
}

/** Estimates the missing measurements of a profile; see `estimateMissing`. */
export function estimateMeasurements(
  known: ReadonlyMap<string, number>,
  names: readonly string[],
  findColumn: FindColumn = shopColumn,
): Map<string, Estimate> {
  return estimateMissing(bodyModel, known, names, findColumn);
}
