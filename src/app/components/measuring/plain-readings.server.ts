import { checkMeasurements } from "#features/body/check/check-engine.ts";
import { checkMessage } from "#features/body/check/check-messages.ts";
import {
  confirmReading,
  valuesToCheck,
  visitReadings,
} from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { isMeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type {
  MeasurementProfile,
  Reading,
} from "#features/body/measurement/measurement-profile.ts";
import {
  addReading,
  newestReading,
  readingText,
} from "#features/body/measurement/measurement-profile.ts";
import { readingsNeeded } from "#features/body/measurement/required-measurements.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { confirmedText, keepField, readingField } from "./plain-readings.ts";

type Submitted = Readonly<Record<string, string>>;

const PROBLEMS = {
  empty: "Please measure this and enter it.",
  unreadable: "Please enter a number, such as 98.5.",
  too_many_readings: "Please enter a number, such as 98.5.",
} as const;

export const unitOf = (text: string | undefined): ChartUnit =>
  text === "inches" ? "inches" : "cm";

/** What the fields of a form hold before anything is entered: the readings that count, by field. */
export function knownTexts(
  person: MeasurementProfile,
  names: readonly MeasurementName[],
  unit: ChartUnit,
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of names) {
    const count = visitReadings(person, name).current.length;
    const readings = person.readings[name]?.slice(-Math.min(count, readingsNeeded(name))) ?? [];
    readings.forEach((reading, index) => {
      texts[readingField(name, index)] = readingText(name, reading, unit);
    });
  }
  return texts;
}

/** The person has read the question about these texts and says that they are right. */
const isConfirmed = (submitted: Submitted, name: MeasurementName) =>
  submitted[keepField(name)] !== undefined &&
  submitted[keepField(name)] === confirmedText(submitted, name);

type Entry = {
  readonly person: MeasurementProfile;
  readonly names: readonly MeasurementName[];
  readonly source: Reading["source"];
  readonly now: Date;
  /** The unit of the texts that the form showed; null for a form that began empty. */
  readonly shownIn: ChartUnit | null;
};

export type PlainReadings = {
  /** With every reading that could be read. */
  readonly person: MeasurementProfile;
  /** What keeps the measurements from being complete, by field. */
  readonly missing: Readonly<Record<string, string[]>>;
  /** What cannot be read, by field. */
  readonly unreadable: Readonly<Record<string, string[]>>;
};

const fieldsOf = (name: MeasurementName) =>
  Array.from({ length: readingsNeeded(name) }, (_, index) => readingField(name, index));

const textOf = (submitted: Submitted, field: string) => submitted[field]?.trim() ?? "";

function emptyFields(
  submitted: Submitted,
  names: readonly MeasurementName[],
): Record<string, string[]> {
  const empty = names.flatMap(fieldsOf).filter((field) => textOf(submitted, field) === "");
  return Object.fromEntries(empty.map((field) => [field, [PROBLEMS.empty]]));
}

/**
 * Adds every text of a form as the guide would have stored it. Texts that the form showed, and that nobody changed, add nothing,
 * whatever the unit says now.
 */
export function readPlainReadings(
  submitted: Submitted,
  { names, now, person: before, shownIn, source }: Entry,
): PlainReadings {
  const unit = unitOf(submitted.unit);
  const shown = shownIn === null ? {} : knownTexts(before, names, shownIn);
  const unreadable: Record<string, string[]> = {};
  let person = before;
  for (const name of names) {
    const fields = fieldsOf(name);
    const isChanged = fields.some((field) => textOf(submitted, field) !== (shown[field] ?? ""));
    for (const [index, field] of fields.entries()) {
      const text = textOf(submitted, field);
      if (text === "" || !isChanged) continue;
      const at = new Date(now.getTime() + index * 1_000).toISOString();
      const added = addReading(person, { name, unit, at, source, text }, { again: true });
      if (added.ok) person = added.value;
      else unreadable[field] = [PROBLEMS[added.error]];
    }
    if (isConfirmed(submitted, name)) person = confirmReading(person, name);
  }
  return { person, missing: emptyFields(submitted, names), unreadable };
}

/** What the check engine asks about, at `keepField`, except what the person has confirmed. */
export function questionsAbout(
  person: MeasurementProfile,
  names: readonly MeasurementName[],
  unit: ChartUnit,
): Record<string, string[]> {
  const questions: Record<string, string[]> = {};
  for (const finding of checkMeasurements(valuesToCheck(person)).findings) {
    const { name } = finding;
    if (!isMeasurementName(name) || !names.includes(name)) continue;
    if (newestReading(person, name)?.confirmed) continue;
    const { action, notice } = checkMessage(finding, unit);
    questions[keepField(name)] = [`${notice} ${action}`];
  }
  return questions;
}
