import type { ChartMeasure, ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { CHART_MEASURES } from "#features/body/size-advice/size-chart.ts";
import { formatLength, parseLength } from "./length-text.ts";

/** Whole millimetres; missing ones are absent. Hips are FreeSewing's seat, the fullest part. */
export type BodyMeasures = Readonly<Partial<Record<ChartMeasure, number>>>;

export type MeasureEntry = { readonly text: string; readonly unit: ChartUnit };

export type MeasureEntries = Readonly<Record<ChartMeasure, MeasureEntry>>;

/** Absent fields are empty. */
export type MeasureTexts = Readonly<Partial<Record<ChartMeasure, string>>>;

/** Texts that were all written in one unit. */
export function entriesOf(texts: MeasureTexts, unit: ChartUnit): MeasureEntries {
  const entry = (measure: ChartMeasure) => ({ text: texts[measure] ?? "", unit });
  return {
    chest: entry("chest"),
    waist: entry("waist"),
    hips: entry("hips"),
    inseam: entry("inseam"),
  };
}

/** "other-unit": only plausible in the unit named. */
export type MeasureProblem =
  | { readonly code: "unreadable" }
  | { readonly code: "missing" }
  | { readonly code: "other-unit"; readonly meant: ChartUnit }
  | { readonly code: "implausible"; readonly fromMm: number; readonly toMm: number };

/** Problems by field. */
export type MeasureReading = {
  readonly measures: BodyMeasures;
  readonly problems: Readonly<Partial<Record<ChartMeasure, MeasureProblem>>>;
};

/** Outside these limits the tape was misread or the unit is wrong. */
export const PLAUSIBLE_MM: Readonly<Record<ChartMeasure, { from: number; to: number }>> = {
  chest: { from: 600, to: 1800 },
  waist: { from: 500, to: 1800 },
  hips: { from: 700, to: 1900 },
  inseam: { from: 500, to: 1050 },
};

/** The measures that decide a size; the inseam only affects the hem. */
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

/** The measures that decide how a garment fits; all four for an unknown type. */
export function measuresOfGarment(garmentType: string | null): readonly ChartMeasure[] {
  return (garmentType === null ? undefined : OF_GARMENT[garmentType]) ?? ALL;
}

function isPlausible(measure: ChartMeasure, mm: number): boolean {
  return mm >= PLAUSIBLE_MM[measure].from && mm <= PLAUSIBLE_MM[measure].to;
}

const otherUnit = (unit: ChartUnit): ChartUnit => (unit === "cm" ? "inches" : "cm");

/** Reads the requested fields; empty ones are left out, and without any girth the first is reported missing. */
export function readMeasures(
  entries: MeasureEntries,
  requested: readonly ChartMeasure[],
): MeasureReading {
  const measures: Partial<Record<ChartMeasure, number>> = {};
  const problems: Partial<Record<ChartMeasure, MeasureProblem>> = {};
  for (const measure of requested) {
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
  const girths = GIRTHS.filter((measure) => requested.includes(measure));
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
 * A field's text in the shown unit. Text entered in that unit stays as entered, so toggling never drifts; a number only
 * plausible there is not converted.
 */
export function entryText(measure: ChartMeasure, entry: MeasureEntry, shown: ChartUnit): string {
  if (entry.unit === shown) return entry.text;
  const length = parseLength(entry.text, entry.unit);
  if (!length.ok || isMeantIn(measure, entry, shown)) return entry.text;
  return formatLength(length.value, shown);
}

/** A field in the shown unit; a number only plausible there is taken as meant in it. */
export function entryIn(
  measure: ChartMeasure,
  entry: MeasureEntry,
  shown: ChartUnit,
): MeasureEntry {
  return isMeantIn(measure, entry, shown) ? { text: entry.text, unit: shown } : entry;
}

function isMeantIn(measure: ChartMeasure, entry: MeasureEntry, shown: ChartUnit): boolean {
  const raw = parseLength(entry.text, entry.unit);
  if (!raw.ok || isPlausible(measure, raw.value)) return false;
  const meant = parseLength(entry.text, shown);
  return meant.ok && isPlausible(measure, meant.value);
}
