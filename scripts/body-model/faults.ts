import type { SurveyColumn } from "#features/body/check/survey-columns.ts";
import { inModelUnit, readingError } from "#features/body/check/survey-columns.ts";
import type { CompletePerson } from "./complete-people.ts";
import { integerBelow, normal } from "./random.ts";

/** Values as entered: mm, weight in kg. */
export type Profile = Readonly<Partial<Record<SurveyColumn, number>>>;

const SHIRT: readonly SurveyColumn[] = [
  "height",
  "weight",
  "neck",
  "chest",
  "hips",
  "seat",
  "biceps",
  "wrist",
  "shoulderLength",
  "shoulderToWrist",
  "napeToHips",
];
const TROUSERS: readonly SurveyColumn[] = [
  "height",
  "weight",
  "hips",
  "seat",
  "upperLeg",
  "aboveKnee",
  "hipsToFloor",
  "inseam",
  "kneeToFloor",
  "crotchAtHips",
];

/** Per kind of garment. */
export const SETS = {
  shirt: SHIRT,
  trousers: TROUSERS,
  suit: [...new Set<SurveyColumn>([...SHIRT, ...TROUSERS, "shoulderToElbow"])],
  dress: [
    "height",
    "weight",
    "neck",
    "chest",
    "hips",
    "seat",
    "shoulderLength",
    "backWidth",
    "napeToHips",
    "hipsToFloor",
    "kneeToFloor",
  ],
  skirt: ["height", "hips", "seat", "hipsToFloor", "kneeToFloor"],
} as const satisfies Record<string, readonly SurveyColumn[]>;
export type SetName = keyof typeof SETS;

export const FAULTS = [
  "unit",
  "swapped",
  "digit",
  "rows",
  "4 cm",
  "6 cm",
  "8 cm",
  "10 cm",
] as const;
export type Fault = (typeof FAULTS)[number];

/** A person's readings with the errors of a careful tape, in mm and tenths of a kg. */
export function readingsOf(
  person: CompletePerson,
  columns: readonly SurveyColumn[],
  random: () => number,
): Profile {
  const profile: Partial<Record<SurveyColumn, number>> = {};
  for (const column of columns) {
    const error = readingError(column) * normal(random);
    const reading = Math.round(inModelUnit(column, person.values[column]) + error);
    profile[column] = reading / inModelUnit(column, 1);
  }
  return profile;
}

/** The readings with one fault, and its wrong values; null where it does not apply. */
export function withFault(
  profile: Profile,
  columns: readonly SurveyColumn[],
  fault: Fault,
  random: () => number,
): { readonly profile: Profile; readonly wrong: readonly SurveyColumn[] } | null {
  const column = columns[integerBelow(columns.length, random)] ?? "height";
  const value = profile[column] ?? 0;
  const changed = (to: number | null) =>
    to === null || to <= 0 ? null : { profile: { ...profile, [column]: to }, wrong: [column] };
  if (fault === "unit")
    return changed(value * ([2.54, 1 / 2.54, 2, 0.5][integerBelow(4, random)] ?? 2));
  if (fault === "swapped" || fault === "digit")
    return changed(wrongDigits(column, value, fault, random));
  if (fault === "rows") {
    const other = columns[integerBelow(columns.length, random)] ?? "height";
    const second = profile[other] ?? 0;
    if ([column, other].includes("weight") || Math.abs(value - second) <= 50) return null;
    return { profile: { ...profile, [column]: second, [other]: value }, wrong: [column, other] };
  }
  const shift = Number.parseInt(fault, 10) * 10;
  return changed(column === "weight" ? null : value + (random() < 0.5 ? -shift : shift));
}

/** Two digits swapped or one replaced, moving the value over 5 cm (5 kg). */
function wrongDigits(
  column: SurveyColumn,
  value: number,
  fault: "swapped" | "digit",
  random: () => number,
): number | null {
  const reading = Math.round(inModelUnit(column, value));
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const digits = [...String(reading)];
    if (fault === "swapped") {
      const index = integerBelow(digits.length - 1, random);
      [digits[index], digits[index + 1]] = [digits[index + 1] ?? "", digits[index] ?? ""];
    } else {
      digits[integerBelow(digits.length, random)] = String(integerBelow(10, random));
    }
    const changed = Number(digits.join(""));
    if (changed > 0 && Math.abs(changed - reading) > 50) return changed / inModelUnit(column, 1);
  }
  return null;
}
