import type { BodyMeasures } from "#features/body/measurement/body-measures.ts";
import { GIRTHS } from "#features/body/measurement/body-measures.ts";
import type { ChartMeasure, SizeRange } from "./size-chart.ts";
import { CHART_MEASURES, SIZE_CHART, WHOLE_SIZE_MM } from "./size-chart.ts";

/** "loose": the size is cut for more; "tight": for less. */
type Fit = "inside" | "loose" | "tight";

/** `byMm` is the distance to the size's range, 0 inside. */
export type MeasureFit = {
  readonly measure: ChartMeasure;
  readonly bodyMm: number;
  readonly fit: Fit;
  readonly byMm: number;
  /** The neighbouring size with this end point (decision M6). */
  readonly sharedWith: string | null;
};

export type SizeFit = { readonly size: string; readonly fits: readonly MeasureFit[] };

/**
 * "fits": one size holds every girth. "between": two do, the larger is advised. "spread": girths belong to different
 * sizes, the smallest that is nowhere tight is advised. "above", "below": off the chart, `size` is the nearest.
 */
type AdviceKind = "fits" | "between" | "spread" | "above" | "below";

export type SizeAdvice = SizeFit & {
  readonly kind: AdviceKind;
  /** The smaller alternative. */
  readonly other: SizeFit | null;
  /** Made-to-measure would fit better than any size. */
  readonly advisesCustom: boolean;
};

/** Whole millimetres, smallest first. */
export type SizeSpan = {
  readonly size: string;
  /** In inches, in which the chart is cut. */
  readonly cut: Readonly<Record<ChartMeasure, SizeRange>>;
  /** In inches or centimetres, whichever is wider, because the latter is rounded. */
  readonly span: Readonly<Record<ChartMeasure, SizeRange>>;
};

const rows = SIZE_CHART.inches.map((inches, index) => ({
  inches,
  cm: SIZE_CHART.cm[index] ?? inches,
}));

function everyMeasure(
  range: (measure: ChartMeasure) => SizeRange,
): Readonly<Record<ChartMeasure, SizeRange>> {
  const { chest, waist, hips, inseam } = {
    chest: range("chest"),
    waist: range("waist"),
    hips: range("hips"),
    inseam: range("inseam"),
  };
  return { chest, waist, hips, inseam };
}

const inMm = (inches: number) => Math.round(inches * 25.4);

/** The wizard compares with these spans of each size (specification 9). */
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

const holds = (range: SizeRange, mm: number) => mm >= range.from && mm <= range.to;

function fitOf(measure: ChartMeasure, bodyMm: number, index: number): MeasureFit {
  const row = SIZE_SPANS[index];
  if (!row) throw new RangeError(`The chart has no row ${index}`);
  const { from, to } = row.cut[measure];
  if (bodyMm < row.span[measure].from) {
    return { measure, bodyMm, fit: "loose", byMm: from - bodyMm, sharedWith: null };
  }
  if (bodyMm > row.span[measure].to) {
    return { measure, bodyMm, fit: "tight", byMm: bodyMm - to, sharedWith: null };
  }
  const sharing = [SIZE_SPANS[index - 1], SIZE_SPANS[index + 1]].find(
    (neighbour) => neighbour && holds(neighbour.span[measure], bodyMm) && isEnd(measure, neighbour),
  );
  return { measure, bodyMm, fit: "inside", byMm: 0, sharedWith: sharing?.size ?? null };

  /** An inseam shared by several sizes is no end point. */
  function isEnd(of: ChartMeasure, neighbour: SizeSpan): boolean {
    return neighbour.span[of].from !== row?.span[of].from;
  }
}

function sizeFit(measures: BodyMeasures, index: number): SizeFit {
  const fits = CHART_MEASURES.flatMap(({ measure }) => {
    const bodyMm = measures[measure];
    return bodyMm === undefined ? [] : [fitOf(measure, bodyMm, index)];
  });
  return { size: SIZE_SPANS[index]?.size ?? "", fits };
}

const girthsOf = ({ fits }: SizeFit) => fits.filter(({ measure }) => GIRTHS.includes(measure));

/**
 * The advised size for a body in whole millimetres (decisions M2 and M6): chest, waist and hips decide, the inseam is
 * commented on. Null without any girth. Monotonic: a larger measure never gives a smaller size.
 */
export function findMySize(measures: BodyMeasures): SizeAdvice | null {
  const sizes = SIZE_SPANS.map((_, index) => sizeFit(measures, index));
  const smallest = sizes[0];
  const largest = sizes.at(-1);
  if (!smallest || !largest || girthsOf(smallest).length === 0) return null;
  if (girthsOf(smallest).every(({ fit }) => fit === "loose")) {
    return { ...smallest, kind: "below", other: null, advisesCustom: true };
  }
  const wide = sizes.findIndex((size) => girthsOf(size).every(({ fit }) => fit !== "tight"));
  const advised = sizes[wide];
  if (!advised) return { ...largest, kind: "above", other: null, advisesCustom: true };
  if (girthsOf(advised).some(({ fit }) => fit === "loose")) {
    return spread(advised, sizes[wide - 1] ?? null);
  }
  const larger = sizes[wide + 1];
  if (larger && girthsOf(larger).every(({ fit }) => fit === "inside")) {
    return { ...larger, kind: "between", other: advised, advisesCustom: legIsTooLong(larger) };
  }
  return { ...advised, kind: "fits", other: null, advisesCustom: legIsTooLong(advised) };
}

function spread(advised: SizeFit, other: SizeFit | null): SizeAdvice {
  const isWide = girthsOf(advised).some(({ byMm }) => byMm > WHOLE_SIZE_MM);
  return { ...advised, kind: "spread", other, advisesCustom: isWide || legIsTooLong(advised) };
}

/** A hem can be shortened, not lengthened. */
function legIsTooLong({ fits }: SizeFit): boolean {
  return fits.some(({ measure, fit }) => measure === "inseam" && fit === "tight");
}
