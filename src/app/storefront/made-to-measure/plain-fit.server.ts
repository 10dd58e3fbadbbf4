import { newId } from "#core/ids.ts";
import type { MadeToMeasureTerms } from "#features/atelier/options/made-to-measure-terms.ts";
import { choiceField } from "#features/atelier/specification/fit-draft.ts";
import { confirmReading, valuesToCheck } from "#features/measurement/capture-steps.ts";
import { checkMeasurements } from "#features/measurement/check/check-engine.ts";
import { checkMessage } from "#features/measurement/check/check-messages.ts";
import type { MeasurementName } from "#features/measurement/measurement-definitions.ts";
import { isMeasurementName } from "#features/measurement/measurement-definitions.ts";
import { addReading, newProfile } from "#features/measurement/measurement-profile.ts";
import { readingsNeeded } from "#features/measurement/required-measurements.ts";
import type { ChartUnit } from "#features/measurement/size-chart.ts";
import { confirmedText, keepField, readingField } from "./plain-fit.ts";

type Submitted = Readonly<Record<string, string>>;

const PROBLEMS = {
  empty: "Please measure this and enter it.",
  unreadable: "Please enter a number, such as 98.5.",
  too_many_readings: "Please enter a number, such as 98.5.",
} as const;

export type PlainFit = {
  /** The fields that `createSpecification` reads. */
  readonly submitted: Record<string, unknown>;
  /** What keeps the measurements from being used, by field of the form. */
  readonly problems: Readonly<Record<string, string[]>>;
};

/** The person has read the question about these texts and says that they are right. */
const isConfirmed = (submitted: Submitted, name: MeasurementName) =>
  submitted[keepField(name)] !== undefined &&
  submitted[keepField(name)] === confirmedText(submitted, name);

/** Every reading of the form as the guide would have stored it. */
function readPerson(submitted: Submitted, required: readonly MeasurementName[], now: Date) {
  const unit: ChartUnit = submitted.unit === "inches" ? "inches" : "cm";
  const problems: Record<string, string[]> = {};
  let person = newProfile(newId(), submitted.person?.trim() || "Me", now.toISOString());
  for (const name of required) {
    for (let reading = 0; reading < readingsNeeded(name); reading += 1) {
      const field = readingField(name, reading);
      const at = new Date(now.getTime() + reading * 1_000).toISOString();
      const entry = { name, unit, at, source: "self" as const, text: submitted[field] ?? "" };
      const added = addReading(person, entry, { again: true });
      if (added.ok) person = added.value;
      else problems[field] = [PROBLEMS[added.error]];
    }
    if (isConfirmed(submitted, name)) person = confirmReading(person, name);
  }
  return { person, problems, unit };
}

/**
 * Reads the form of a browser without JavaScript: texts in centimeters or inches by measurement, choices by group. A value that
 * the check engine asks about is named at its field until it is changed or kept.
 */
export function readPlainFit(submitted: Submitted, terms: MadeToMeasureTerms, now: Date): PlainFit {
  const { required } = terms.measurements;
  const { person, problems, unit } = readPerson(submitted, required, now);
  if (Object.keys(problems).length === 0) {
    for (const finding of checkMeasurements(valuesToCheck(person)).findings) {
      const { name } = finding;
      if (!isMeasurementName(name) || !required.includes(name)) continue;
      if (isConfirmed(submitted, name)) continue;
      const { action, notice } = checkMessage(finding, unit);
      problems[keepField(name)] = [`${notice} ${action}`];
    }
  }
  const choices = terms.groups.flatMap(({ id }) => {
    const choice = submitted[choiceField(id)];
    return choice ? [[id, choice] as const] : [];
  });
  const { fit, monogram = "", remarks = "" } = submitted;
  return {
    submitted: { fit, monogram, remarks, choices: Object.fromEntries(choices), profile: person },
    problems,
  };
}
