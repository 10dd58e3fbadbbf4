import { checkMeasurements } from "#features/body/check/check-engine.ts";
import type { Finding } from "#features/body/check/check-profile.ts";
import { openQuestions } from "#features/body/check/open-questions.ts";
import { valueOfReadings } from "#features/body/check/reading-history.ts";
import {
  leftToDoText,
  missingTexts,
  secondReadingsText,
  valuesToCheck,
} from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import {
  isMeasurementName,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { newestReading } from "#features/body/measurement/measurement-profile.ts";
import type { MeasurementSet } from "#features/body/measurement/required-measurements.ts";
import { derivedSlope } from "#features/body/measurement/shoulder-slope.ts";
import type { DraftProblem } from "./fit-draft.ts";
import type { FitSpecification } from "./specification.ts";

export type MeasuredFit = Pick<FitSpecification, "measurements" | "findingsInsisted">;

/** The field of the form that says whose garment it is. */
export const PERSON_FIELD = "person";

const labelOf = (name: MeasurementName) => MEASUREMENTS[name].label.toLowerCase();

/** Two of three people lie within the ± of a derived value. */
const DERIVED_CONFIDENCE = 0.68;

/** Whether disagreeing readings are enough is a question of what is still to be measured, not of a confirmation. */
function isAbout({ cause, name }: Finding, names: readonly string[]): boolean {
  return names.includes(name) && cause.reason !== "third-reading";
}

/**
 * The values that a garment is cut to, as the check engine sees them now; else what the person still has to do. A finding is
 * accepted when the person confirmed the newest reading. An optional value that is questioned and not confirmed is left out.
 */
export function measuredFit(
  person: MeasurementProfile,
  { optional, required }: MeasurementSet,
): { fit: MeasuredFit } | { problem: DraftProblem } {
  const missing = missingTexts(person, required);
  if (missing.length > 0) {
    const message =
      secondReadingsText(person, required) ??
      `Please measure before you order. Missing: ${leftToDoText(missing)}.`;
    return { problem: { field: PERSON_FIELD, message } };
  }
  const values = valuesToCheck(person);
  const { confidence, findings } = checkMeasurements(values);
  const isConfirmed = (name: string) =>
    isMeasurementName(name) && newestReading(person, name)?.confirmed === true;
  const questions = openQuestions(findings, person, required);
  if (questions.length > 0) {
    const names = questions.map(({ name }) => labelOf(name)).join(", ");
    const message = `Please look once more at: ${names}. Measure again, or keep it as it is.`;
    return { problem: { field: PERSON_FIELD, message } };
  }
  const open = findings.filter(({ name }) => !isConfirmed(name)).map(({ name }) => name);
  const used: readonly string[] = [
    ...required,
    ...optional.filter((name) => !open.includes(name)),
  ].filter((name) => values.some((each) => each.name === name));
  const measurements: MeasuredFit["measurements"] = {};
  for (const { name, readings } of values) {
    if (!used.includes(name)) continue;
    measurements[name] = {
      value: Math.round(valueOfReadings(readings)),
      confidence: confidence.get(name) ?? 0,
      readings: readings.length,
      confirmed: isConfirmed(name),
    };
  }
  const slope = derivedSlope(person);
  if (slope && required.includes("shoulderSlope")) {
    measurements.shoulderSlope = {
      ...slope,
      confidence: DERIVED_CONFIDENCE,
      readings: 1,
      confirmed: false,
    };
  }
  const findingsInsisted = findings
    .filter((finding) => isAbout(finding, used))
    .map(({ level, name }) => ({ name, level }));
  return { fit: { measurements, findingsInsisted } };
}

/**
 * Only what was measured after a moment, by the clock of the device. A contract may have agreed on other numbers since the person was
 * measured, and those must not be undone by older readings.
 */
export function measuredSince(
  person: MeasurementProfile,
  { findingsInsisted, measurements }: MeasuredFit,
  since: Date,
): MeasuredFit {
  const isNewer = (name: string) =>
    isMeasurementName(name) && Date.parse(newestReading(person, name)?.at ?? "") > since.getTime();
  return {
    measurements: Object.fromEntries(
      Object.entries(measurements).filter(([name]) => isNewer(name)),
    ),
    findingsInsisted: findingsInsisted.filter(({ name }) => isNewer(name)),
  };
}

/** The specification with the person's stored measurements of now. */
export function withProfile(before: FitSpecification, fit: MeasuredFit): FitSpecification {
  const { findingsInsisted, measurements } = fit;
  return {
    ...before,
    measurements: { ...before.measurements, ...measurements },
    findingsInsisted: [
      ...before.findingsInsisted.filter(({ name }) => measurements[name] === undefined),
      ...findingsInsisted,
    ],
  };
}
