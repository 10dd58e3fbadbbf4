import storedModel from "./body-model.json" with { type: "json" };
import type { CheckResult, CheckStage, Finding, ProfileValue } from "./check-profile.ts";
import { checkProfile } from "./check-profile.ts";
import { decodeModel } from "./decode-model.ts";
import { drawBodies } from "./draw-bodies.ts";
import type { Estimate } from "./estimate-missing.ts";
import { estimateMissing } from "./estimate-missing.ts";
import { shopColumn, surveyColumn } from "./measurement-columns.ts";

/**
 * The check engine with its fitted model (14 kB of brotli). Pages load this module with `import()` when the measurement panel
 * opens; it runs in the browser and on the server.
 */
const bodyModel = decodeModel(storedModel);

const GRAMS_PER_KG = 1_000;

/** The shop stores the weight in grams, the surveys in kg. */
const unitFactor = (name: string) => (name === "weight" ? GRAMS_PER_KG : 1);

function inSurveyUnit(value: ProfileValue): ProfileValue {
  const per = unitFactor(value.name);
  const readings = value.readings.map((reading) => reading / per);
  return {
    ...value,
    readings,
    ...(value.previous !== undefined && { previous: value.previous / per }),
  };
}

function inShopUnit(finding: Finding): Finding {
  const { name, cause } = finding;
  const per = unitFactor(name);
  if ("suggested" in cause) {
    return { ...finding, cause: { ...cause, suggested: Math.round(cause.suggested * per) } };
  }
  if ("tolerance" in cause) {
    return { ...finding, cause: { ...cause, tolerance: cause.tolerance * per } };
  }
  if (cause.reason === "impossible") {
    const range = { from: cause.range.from * per, to: cause.range.to * per };
    return { ...finding, cause: { ...cause, range } };
  }
  return cause.reason === "changed"
    ? { ...finding, cause: { ...cause, previous: cause.previous * per } }
    : finding;
}

/** Checks a profile in the shop's measurements and units (mm, degrees, grams); see `checkProfile`. */
export function checkMeasurements(
  values: readonly ProfileValue[],
  stage: CheckStage = "complete",
): CheckResult {
  const result = checkProfile(bodyModel, values.map(inSurveyUnit), shopColumn, stage);
  return { ...result, findings: result.findings.map(inShopUnit) };
}

/** Checks a profile with the columns and units of the surveys (mm, kg); see `checkProfile`. */
export function checkSurveyProfile(values: readonly ProfileValue[]): CheckResult {
  return checkProfile(bodyModel, values, surveyColumn);
}

/** Estimates missing measurements of the shop from the known ones (mm, grams); see `estimateMissing`. */
export function estimateMeasurements(
  known: ReadonlyMap<string, number>,
  names: readonly string[],
): Map<string, Estimate> {
  const inKg = new Map([...known].map(([name, value]) => [name, value / unitFactor(name)]));
  const estimates = estimateMissing(bodyModel, inKg, names, shopColumn);
  return new Map(
    [...estimates].map(([name, { value, plusMinus }]) => {
      const per = unitFactor(name);
      return [name, { value: value * per, plusMinus: plusMinus * per }];
    }),
  );
}

/**
 * People who have the known measurements of the shop (mm, grams), with the named ones (mm); see `drawBodies`. The same index is
 * the same person.
 */
export function drawPeople(
  known: ReadonlyMap<string, number>,
  names: readonly string[],
  count: number,
): ReadonlyMap<string, Float64Array> {
  const inKg = new Map([...known].map(([name, value]) => [name, value / unitFactor(name)]));
  return drawBodies(bodyModel, inKg, names, count, shopColumn);
}
