import { formatLength, parseLength } from "./length-text.ts";
import type { ChartMeasure, ChartUnit } from "./size-chart.ts";
import { CHART_MEASURES } from "./size-chart.ts";

/** A body's measures in whole millimetres; what was not measured is absent. Hips are FreeSewing's seat, the fullest part. */
export type BodyMeasures = Readonly<Partial<Record<ChartMeasure, number>>>;

/** One field of the form: what was typed, and the unit in which it was meant. */
export type MeasureEntry = { readonly text: string; readonly unit: ChartUnit };

/** The whole form. */
export type MeasureEntries = Readonly<Record<ChartMeasure, MeasureEntry>>;

/** Why a field cannot be used; "other-unit" is a number that makes sense in the unit named, and only there. */
export type MeasureProblem =
  | { readonly code: "unreadable" }
  | { readonly code: "missing" }
  | { readonly code: "other-unit"; readonly meant: ChartUnit }
  | { readonly code: "implausible"; readonly fromMm: number; readonly toMm: number };

/** What was read: measures that can be used and, by field, those that cannot. */
export type MeasureReading = {
  readonly measures: BodyMeasures;
  readonly problems: Readonly<Partial<Record<ChartMeasure, MeasureProblem>>>;
};

/** Outside these limits a tape was misread or a unit mistaken (facts on body measurements: chest, waist, seat, inseam). */
export const PLAUSIBLE_MM: Readonly<Record<ChartMeasure, { from: number; to: number }>> = {
  chest: { from: 600, to: 1800 },
  waist: { from: 500, to: 1800 },
  hips: { from: 700, to: 1900 },
  inseam: { from: 500, to: 1050 },
};

/** The measures by which a size is chosen; the inside leg is a length and only tells about the hem. */
export const GIRTHS: readonly ChartMeasure[] = ["chest", "waist", "hips"];

const ALL: readonly ChartMeasure[] = CHART_MEASURES.map(({ measure }) => measure);

const OF_GARMENT: Readonly<Record<string, readonly ChartMeasure[]>> = {
  pants: ["waist", "hips", "inseam"],
  skirt: ["waist", "hips"],
  shirt: ["chest", "waist"],
  top: ["chest", "waist"],
  jacket: ["chest", "waist", "hips"],
  outerwear: ["chest", "waist", "hips"],
  dress: ["chest", "waist", "hips"],
};

/** The measures of the chart that decide how a garment type fits; all four where none is known. */
export function measuresOfGarment(garmentType: string | null): readonly ChartMeasure[] {
  return (garmentType === null ? undefined : OF_GARMENT[garmentType]) ?? ALL;
}

function isPlausible(measure: ChartMeasure, mm: number): boolean {
  return mm >= PLAUSIBLE_MM[measure].from && mm <= PLAUSIBLE_MM[measure].to;
}

const otherUnit = (unit: ChartUnit): ChartUnit => (unit === "cm" ? "inches" : "cm");

/** Reads the fields asked for; empty ones are left out, and with no girth at all the first one is reported as missing. */
export function readMeasures(
  entries: MeasureEntries,
  asked: readonly ChartMeasure[],
): MeasureReading {
  const measures: Partial<Record<ChartMeasure, number>> = {};
  const problems: Partial<Record<ChartMeasure, MeasureProblem>> = {};
  for (const measure of asked) {
    const { text, unit } = entries[measure];
    const length = parseLength(text, unit);
    if (!length.ok) {
      if (length.error === "unreadable") problems[measure] = { code: "unreadable" };
    } else if (isPlausible(measure, length.value)) {
      measures[measure] = length.value;
    } else {
      problems[measure] = implausible(measure, entries[measure]);
    }
  }
  const girths = GIRTHS.filter((measure) => asked.includes(measure));
  const [first] = girths;
  const isAnyGiven = girths.some((measure) => measures[measure] !== undefined || problems[measure]);
  if (first && !isAnyGiven) problems[first] = { code: "missing" };
  return { measures, problems };
}

function implausible(measure: ChartMeasure, { text, unit }: MeasureEntry): MeasureProblem {
  const meant = otherUnit(unit);
  const inMeant = parseLength(text, meant);
  if (inMeant.ok && isPlausible(measure, inMeant.value)) return { code: "other-unit", meant };
  const { from, to } = PLAUSIBLE_MM[measure];
  return { code: "implausible", fromMm: from, toMm: to };
}

/**
 * A field as it reads in the unit shown. A text typed in that unit comes back as it was, so toggling never drifts; a number that
 * only makes sense in the unit shown was meant in it and is not converted.
 */
export function entryText(measure: ChartMeasure, entry: MeasureEntry, shown: ChartUnit): string {
  if (entry.unit === shown) return entry.text;
  const length = parseLength(entry.text, entry.unit);
  if (!length.ok || isMeantIn(measure, entry, shown)) return entry.text;
  return formatLength(length.value, shown);
}

/** A field as it counts in the unit shown: meant in it when it only makes sense there. */
export function entryIn(
  measure: ChartMeasure,
  entry: MeasureEntry,
  shown: ChartUnit,
): MeasureEntry {
  return isMeantIn(measure, entry, shown) ? { text: entry.text, unit: shown } : entry;
}

function isMeantIn(measure: ChartMeasure, entry: MeasureEntry, shown: ChartUnit): boolean {
  const typed = parseLength(entry.text, entry.unit);
  if (!typed.ok || isPlausible(measure, typed.value)) return false;
  const meant = parseLength(entry.text, shown);
  return meant.ok && isPlausible(measure, meant.value);
}
