import { z } from "zod";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine, tidyText } from "#core/submitted-text.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { CHART_UNITS } from "#features/body/size-advice/size-chart.ts";
import { formatLength, parseHeight, parseLength, plainText, visibleText } from "./length-text.ts";
import type { MeasurementName } from "./measurement-definitions.ts";
import { MEASUREMENT_NAMES, MEASUREMENTS } from "./measurement-definitions.ts";

/** How a person may say that she stands and how her shoulders fall; `patterns/body-shape` says what a pattern has of it. */
export const POSTURES = ["upright", "average", "forward", "leaning back"] as const;
export const SHOULDER_SHAPES = ["square", "average", "sloping"] as const;

/** Whether a second person holds the tape where one cannot reach. */
export const HELP = ["with help", "alone"] as const;

/**
 * 'after_order' means that the person is deleted once the made-to-measure order has been delivered for
 * `DAYS_AFTER_DELIVERY`.
 */
export const RETENTIONS = ["keep", "after_order"] as const;
export type Retention = (typeof RETENTIONS)[number];

export const DAYS_AFTER_DELIVERY = 60;

/** What a person agrees to before the first value is stored on the server. A change of the text is a new version. */
export const MEASUREMENT_CONSENT = {
  version: 1,
  text: "I agree that my body measurements are stored encrypted, to make clothes for me. Only I and the atelier can read them, every reading by the atelier is listed in my account, and I can delete them at any time.",
} as const;

/** What a person is called who was not named: whoever measures themselves. */
export const UNNAMED_LABEL = "Me";
export const MAX_LABEL_LENGTH = 60;
const MAX_NOTES_LENGTH = 1_000;
/** Limits the purpose for which staff open measurements. */
export const MAX_PURPOSE_LENGTH = 200;
/** A tailor opens measurements with this purpose for a work document. */
export const WORK_DOCUMENT_PURPOSE = "Work document as PDF";
export const MAX_READINGS = 100;
export const MAX_PROFILES = 50;

const MAX_ENTERED_LENGTH = 40;

/** Grams of the heaviest, millimetres of the longest value that is stored; the check engine questions long before. */
const MAX_VALUE = 1_000_000;

/** Whether a value can be stored: NaN and infinities would be lost on their way through JSON. */
const isStorable = (value: number) => Number.isInteger(value) && value >= 0 && value <= MAX_VALUE;

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** Each change has a time, so that two devices agree on the newest one. */
const dated = <Value extends z.ZodType>(value: Value) => z.object({ value, at: time });

const readingSchema = z.object({
  value: z.int().min(0).max(MAX_VALUE),
  entered: z.string().max(MAX_ENTERED_LENGTH),
  unit: z.enum(CHART_UNITS),
  at: time,
  source: z.enum(["self", "link", "atelier"]),
  /** The person has been asked about this value and says that it is right. */
  confirmed: z.boolean().default(false),
});

/**
 * A profile is one person. `value` of a reading is in the measurement's unit (whole mm, degrees or grams); `entered` is
 * the text on the tape in `unit`, where "cm" stands for kilograms and "inches" for pounds of a weight.
 */
export const profileSchema = z.object({
  id: z.uuid(),
  label: dated(
    z
      .string()
      .transform(tidyLine)
      .pipe(
        z
          .string()
          .min(1, "Please name the person")
          .max(MAX_LABEL_LENGTH, `A name has at most ${MAX_LABEL_LENGTH} letters`),
      ),
  ),
  posture: dated(z.enum(POSTURES)).nullable(),
  shoulders: dated(z.enum(SHOULDER_SHAPES)).nullable(),
  help: dated(z.enum(HELP)).nullable().default(null),
  notes: dated(
    z
      .string()
      .transform(tidyText)
      .pipe(z.string().max(MAX_NOTES_LENGTH, `Notes have at most ${MAX_NOTES_LENGTH} letters`)),
  ).nullable(),
  readings: z.partialRecord(z.enum(MEASUREMENT_NAMES), z.array(readingSchema).max(MAX_READINGS)),
});

export type MeasurementProfile = z.infer<typeof profileSchema>;
export type Reading = z.infer<typeof readingSchema>;
type Dated<Value> = { readonly value: Value; readonly at: string };

/** A person without readings; `at` is an ISO time. */
export function newProfile(id: string, label: string, at: string): MeasurementProfile {
  return {
    id,
    label: { value: label, at },
    posture: null,
    shoulders: null,
    help: null,
    notes: null,
    readings: {},
  };
}

const keyOf = ({ at, entered, source, unit, value }: Reading) =>
  JSON.stringify([at, value, unit, entered, source]);

/** All readings of both lists once, oldest first; a reading confirmed in one of them is confirmed. */
function mergeReadings(one: readonly Reading[], other: readonly Reading[]): Reading[] {
  const merged = new Map<string, Reading>();
  for (const reading of [...one, ...other]) {
    const key = keyOf(reading);
    const confirmed = reading.confirmed || (merged.get(key)?.confirmed ?? false);
    merged.set(key, { ...reading, confirmed });
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, reading]) => reading);
}

/** Chooses the newer of two; at the same time the greater text, so that both sides choose the same one. */
function newer<Value extends Dated<string> | null>(one: Value, other: Value): Value {
  if (!one || !other) return one ?? other;
  const rank = ({ at, value }: Dated<string>) => JSON.stringify([at, value]);
  return rank(one) >= rank(other) ? one : other;
}

/**
 * Joins two versions of one person: every reading of both stays, and label, posture, shoulders and notes are the newest.
 * Commutative, associative and idempotent, so devices may save in any order and repeat a save.
 */
export function mergeProfiles(
  one: MeasurementProfile,
  other: MeasurementProfile,
): MeasurementProfile {
  const readings: MeasurementProfile["readings"] = {};
  for (const name of MEASUREMENT_NAMES) {
    const merged = mergeReadings(one.readings[name] ?? [], other.readings[name] ?? []);
    if (merged.length > 0) readings[name] = merged;
  }
  return {
    id: one.id,
    label: newer(one.label, other.label),
    posture: newer(one.posture, other.posture),
    shoulders: newer(one.shoulders, other.shoulders),
    help: newer(one.help, other.help),
    notes: newer(one.notes, other.notes),
    readings,
  };
}

/** Whether a merge holds more readings of one measurement than a profile can store. */
export function hasTooManyReadings({ readings }: MeasurementProfile): boolean {
  return Object.values(readings).some((list) => (list?.length ?? 0) > MAX_READINGS);
}

/** The last reading of a measurement, which counts; null when there is none. */
export function newestReading(
  { readings }: MeasurementProfile,
  name: MeasurementName,
): Reading | null {
  return readings[name]?.at(-1) ?? null;
}

/** When the person was last measured, as an ISO time; null without readings. */
export function lastMeasuredAt({ readings }: MeasurementProfile): string | null {
  const times = Object.values(readings).flatMap((list) => list?.map(({ at }) => at) ?? []);
  return times.toSorted().at(-1) ?? null;
}

const NUMBER = /^(\d{1,4}(?:[.,]\d{1,3})?)\s*([a-z°]*)\.?$/;
const GRAMS: Readonly<Record<string, number>> = {
  g: 1,
  kg: 1_000,
  kgs: 1_000,
  lb: 453.592_37,
  lbs: 453.592_37,
};
const GRAMS_OF: Readonly<Record<ChartUnit, number>> = { cm: 1_000, inches: 453.592_37 };
const DEGREE_SIGNS: readonly string[] = ["", "°", "degree", "degrees"];

/**
 * Reads submitted text into the measurement's unit: whole mm ("34 1/2", "86 cm", a height also "5'7"), grams ("70 kg", "154 lb";
 * without a unit kilograms beside cm and pounds beside inches) or degrees. Does not check the range.
 */
export function parseMeasurement(
  name: MeasurementName,
  text: string,
  unit: ChartUnit,
): Result<number, "empty" | "unreadable"> {
  const { kind } = MEASUREMENTS[name];
  if (name === "height") return parseHeight(text, unit);
  if (kind === "girth" || kind === "length") return parseLength(text, unit);
  const plain = plainText(text);
  if (plain === "") return fail("empty");
  const [, digits, word = ""] = NUMBER.exec(plain) ?? [];
  if (digits === undefined) return fail("unreadable");
  const amount = Number(digits.replace(",", "."));
  if (kind === "angle") {
    return DEGREE_SIGNS.includes(word) ? ok(Math.round(amount)) : fail("unreadable");
  }
  const factor =
    word === "" ? GRAMS_OF[unit] : Object.hasOwn(GRAMS, word) ? GRAMS[word] : undefined;
  return factor === undefined ? fail("unreadable") : ok(Math.round(amount * factor));
}

/** Writes a stored value as a number in the shown unit: "87.6", "34 1/2", "20", "70.5". */
export function formatValue(name: MeasurementName, value: number, unit: ChartUnit): string {
  const { kind } = MEASUREMENTS[name];
  if (kind === "angle") return String(value);
  if (kind === "weight") return String(Math.round((value / GRAMS_OF[unit]) * 10) / 10);
  return formatLength(value, unit);
}

/** Writes a value with its unit: "87.6 cm", "34 1/2 in", "20°", "70.5 kg". */
export function formatMeasurement(name: MeasurementName, value: number, unit: ChartUnit): string {
  const text = formatValue(name, value, unit);
  const { kind } = MEASUREMENTS[name];
  if (kind === "angle") return `${text}°`;
  if (kind === "weight") return `${text} ${unit === "cm" ? "kg" : "lb"}`;
  return `${text} ${unit === "cm" ? "cm" : "in"}`;
}

/** Returns the text of a field: as entered in its own unit, converted in the other one. */
export function readingText(name: MeasurementName, reading: Reading, shown: ChartUnit): string {
  return reading.unit === shown ? reading.entered : formatValue(name, reading.value, shown);
}

export type Entry = {
  readonly name: MeasurementName;
  readonly text: string;
  readonly unit: ChartUnit;
  readonly source: Reading["source"];
  /** An ISO time. */
  readonly at: string;
};

/**
 * Adds what was entered as a new reading. Text that only shows the newest reading in another unit adds nothing, so that
 * toggling never changes a value; `again` adds it all the same, for a second reading. A reading is always newer than the
 * one before it, whatever the device's clock says.
 */
export function addReading(
  profile: MeasurementProfile,
  entry: Entry,
  { again = false }: { again?: boolean } = {},
): Result<MeasurementProfile, "empty" | "unreadable" | "too_many_readings"> {
  const { at, name, source, unit } = entry;
  const text = visibleText(entry.text);
  const last = newestReading(profile, name);
  if (!again && last && text === readingText(name, last, unit)) return ok(profile);
  const value = parseMeasurement(name, text, unit);
  if (!value.ok) return value;
  if (text.length > MAX_ENTERED_LENGTH || !isStorable(value.value)) return fail("unreadable");
  const readings = profile.readings[name] ?? [];
  if (readings.length >= MAX_READINGS) return fail("too_many_readings");
  const after = last ? Math.max(Date.parse(at), Date.parse(last.at) + 1) : Date.parse(at);
  const reading: Reading = {
    value: value.value,
    entered: text,
    unit,
    source,
    confirmed: false,
    at: new Date(after).toISOString(),
  };
  return ok({ ...profile, readings: { ...profile.readings, [name]: [...readings, reading] } });
}
