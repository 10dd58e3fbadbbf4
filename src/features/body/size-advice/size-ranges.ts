import {
  easedGarmentOf,
  easeOfFit,
  tightEaseOf,
} from "#features/body/garment-ease/garment-ease.ts";
import { measuresOfGarment } from "#features/body/measurement/body-measures.ts";
import type { Fit } from "#features/body/measurement/fit.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { ChartMeasure, SizeRange } from "./size-chart.ts";
import { SIZE_CHART } from "./size-chart.ts";

/** Whole millimetres, smallest first. */
export type SizeSpan = {
  readonly size: string;
  /** In inches, in which the chart is cut; amounts in sentences count from here. */
  readonly cut: Readonly<Record<ChartMeasure, SizeRange>>;
  /** In inches or centimetres, whichever is wider, because the latter is rounded; it decides the size. */
  readonly span: Readonly<Record<ChartMeasure, SizeRange>>;
};

const rows = SIZE_CHART.inches.map((inches, index) => ({
  inches,
  cm: SIZE_CHART.cm[index] ?? inches,
}));

function everyMeasure(
  range: (measure: ChartMeasure) => SizeRange,
): Readonly<Record<ChartMeasure, SizeRange>> {
  return {
    chest: range("chest"),
    waist: range("waist"),
    hips: range("hips"),
    inseam: range("inseam"),
  };
}

const inMm = (inches: number) => Math.round(inches * 25.4);

/** The size chart in whole millimetres (specification 9). */
export const SIZE_SPANS: readonly SizeSpan[] = rows.map(({ inches, cm }) => {
  const cut = everyMeasure((measure) => ({
    from: inMm(inches[measure].from),
    to: inMm(inches[measure].to),
  }));
  const span = everyMeasure((measure) => ({
    from: Math.min(cut[measure].from, cm[measure].from * 10),
    to: Math.max(cut[measure].to, cm[measure].to * 10),
  }));
  return { size: inches.size, cut, span };
});

/** The bodies that a size is made for, in whole mm of the body; both ends belong to it. */
export type SizedFor = {
  readonly size: string;
  readonly ranges: Readonly<Partial<Record<MeasurementName, SizeRange>>>;
};

/** Finished garment measurements by size, whole mm; the girths around, as worn. */
export type FinishedMeasurements = Readonly<
  Record<string, Readonly<Partial<Record<MeasurementName, number>>>>
>;

/** The chart's hips are taken at the fullest part: FreeSewing's seat. */
export const NAME_OF: Readonly<Record<ChartMeasure, MeasurementName>> = {
  chest: "chest",
  waist: "waist",
  hips: "seat",
  inseam: "inseam",
};

/** Whether a measurement decides the size; a length is commented on. */
export function decidesSize(name: MeasurementName): boolean {
  return MEASUREMENTS[name].kind === "girth";
}

/** The sizes that the chart has, smallest first, each with the measures that decide how the garment fits. */
export function chartRanges(sizes: readonly string[], garmentType: string | null): SizedFor[] {
  const measures = measuresOfGarment(garmentType);
  return SIZE_SPANS.filter(({ size }) => sizes.includes(size)).map(({ size, span }) => ({
    size,
    ranges: Object.fromEntries(measures.map((measure) => [NAME_OF[measure], span[measure]])),
  }));
}

/** A size's step on the chart: 2 inches, or 51 mm. */
const STEP_SHARE = 0.054;

/** A sleeve or a leg this much shorter or longer is not noticed. */
const LENGTH_TOLERANCE_MM = 15;

const easeOf = (name: MeasurementName, garmentType: string) =>
  tightEaseOf(easedGarmentOf(garmentType), name);

/** What a garment for this body measures when its pattern is not drafted here, in whole mm; lengths as the body. */
export function usualGarmentMeasure(
  name: MeasurementName,
  bodyMm: number,
  { fit, garmentType }: { fit: Fit; garmentType: string },
): number {
  if (!decidesSize(name)) return bodyMm;
  return Math.round(bodyMm * (1 + easeOfFit(easedGarmentOf(garmentType), name, fit)));
}

/** The largest body that a finished girth fits before it is tight, in whole mm. */
export function largestBody(name: MeasurementName, garmentMm: number, garmentType: string): number {
  return Math.round(garmentMm / (1 + easeOf(name, garmentType)));
}

/**
 * The bodies that finished garments fit, for the sizes with measurements, in the order given. A size begins where the smaller
 * one becomes tight; the smallest, and a size whose smaller one lacks the measurement, is a step of the chart wide.
 */
export function garmentRanges(
  sizes: readonly string[],
  garments: FinishedMeasurements,
  garmentType: string,
): SizedFor[] {
  const ends = new Map<MeasurementName, number>();
  return sizes.flatMap((size): SizedFor[] => {
    const entries = Object.entries(garments[size] ?? {}) as [MeasurementName, number][];
    if (entries.length === 0) return [];
    const ranges = entries.map(([name, garmentMm]) => {
      if (!decidesSize(name)) {
        const range = {
          from: garmentMm - LENGTH_TOLERANCE_MM,
          to: garmentMm + LENGTH_TOLERANCE_MM,
        };
        return [name, range] as const;
      }
      const to = largestBody(name, garmentMm, garmentType);
      const from = Math.min(to, ends.get(name) ?? Math.round(to * (1 - STEP_SHARE)));
      ends.set(name, to);
      return [name, { from, to }] as const;
    });
    return [{ size, ranges: Object.fromEntries(ranges) }];
  });
}

/** What the advice needs of a product. */
export type SizedProduct = {
  /** The sizes on sale, smallest first, without Custom. */
  readonly sizes: readonly string[];
  readonly garmentType: string;
  /** Null when the owner has not entered any. */
  readonly garments: FinishedMeasurements | null;
};

/**
 * What an advice compares a body with: the garment's own measurements once every size has a girth, otherwise the chart for the
 * sizes on sale; half of a product measured would hide its other sizes. Empty when neither knows a size.
 */
export function rangesOf(product: SizedProduct): {
  readonly source: "garment" | "chart";
  readonly sizes: SizedFor[];
} {
  const { garments, garmentType, sizes } = product;
  const made = garments ? garmentRanges(sizes, garments, garmentType) : [];
  const decided = made.filter(({ ranges }) =>
    (Object.keys(ranges) as MeasurementName[]).some(decidesSize),
  );
  if (decided.length > 0 && decided.length === sizes.length)
    return { source: "garment", sizes: decided };
  return { source: "chart", sizes: chartRanges(sizes, garmentType) };
}

/** The girths that decide among these sizes, in the order in which a person is measured. */
export function decidingMeasurements(sizes: readonly SizedFor[]): MeasurementName[] {
  const names = new Set(sizes.flatMap(({ ranges }) => Object.keys(ranges) as MeasurementName[]));
  return (Object.keys(MEASUREMENTS) as MeasurementName[]).filter(
    (name) => names.has(name) && decidesSize(name),
  );
}
