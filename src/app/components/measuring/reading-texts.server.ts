import { z } from "zod";
import { allTexts } from "#app/web/form-fields.ts";
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
import { CHART_UNITS } from "#features/body/size-advice/size-chart.ts";
import { confirmedText, keepField, readingField } from "./reading-fields.ts";

const unit = z.enum(CHART_UNITS).catch("cm");

/** The unit of the texts that are sent, and of those that the form showed. */
export const readingUnits = { unit, shownIn: unit };

/** A form with one text for each reading (`readingField`), by browsers without JavaScript. */
export const readingTexts = z.looseObject(readingUnits).transform((fields) => ({
  unit: fields.unit,
  shownIn: fields.shownIn,
  texts: allTexts.parse(fields),
}));

export type ReadingTexts = z.output<typeof readingTexts>;

type Texts = ReadingTexts["texts"];

/** Whether any reading was entered. */
export function hasReadings({ texts }: ReadingTexts): boolean {
  return Object.entries(texts).some(
    ([name, text]) => name.startsWith("reading-") && text.trim() !== "",
  );
}

const PROBLEMS = {
  empty: "Please measure this and enter it.",
  unreadable: "Please enter a number, such as 98.5.",
  too_many_readings: "Please enter a number, such as 98.5.",
} as const;

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
const isConfirmed = (texts: Texts, name: MeasurementName) =>
  texts[keepField(name)] !== undefined && texts[keepField(name)] === confirmedText(texts, name);

type Entry = {
  readonly person: MeasurementProfile;
  readonly names: readonly MeasurementName[];
  readonly source: Reading["source"];
  readonly now: Date;
  /** The unit of the texts that the form showed; null for a form that began empty. */
  readonly shownIn: ChartUnit | null;
};

export type EnteredReadings = {
  /** With every reading that could be read. */
  readonly person: MeasurementProfile;
  /** What keeps the measurements from being complete, by field. */
  readonly missing: Record<string, string[]>;
  /** What cannot be read, by field. */
  readonly unreadable: Readonly<Record<string, string[]>>;
};

const fieldsOf = (name: MeasurementName) =>
  Array.from({ length: readingsNeeded(name) }, (_, index) => readingField(name, index));

const textOf = (texts: Texts, field: string) => texts[field]?.trim() ?? "";

function emptyFields(texts: Texts, names: readonly MeasurementName[]): Record<string, string[]> {
  const empty = names.flatMap(fieldsOf).filter((field) => textOf(texts, field) === "");
  return Object.fromEntries(empty.map((field) => [field, [PROBLEMS.empty]]));
}

/**
 * Adds every text of a form as the guide would have stored it. Texts that the form showed, and that nobody changed, add nothing,
 * whatever the unit says now.
 */
export function enterReadings(
  { texts, unit }: ReadingTexts,
  { names, now, person: before, shownIn, source }: Entry,
): EnteredReadings {
  const shown = shownIn === null ? {} : knownTexts(before, names, shownIn);
  const unreadable: Record<string, string[]> = {};
  let person = before;
  for (const name of names) {
    const fields = fieldsOf(name);
    const isChanged = fields.some((field) => textOf(texts, field) !== (shown[field] ?? ""));
    for (const [index, field] of fields.entries()) {
      const text = textOf(texts, field);
      if (text === "" || !isChanged) continue;
      const at = new Date(now.getTime() + index * 1_000).toISOString();
      const added = addReading(person, { name, unit, at, source, text }, { again: true });
      if (added.ok) person = added.value;
      else unreadable[field] = [PROBLEMS[added.error]];
    }
    if (isConfirmed(texts, name)) person = confirmReading(person, name);
  }
  return { person, missing: emptyFields(texts, names), unreadable };
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
