import type { BodyMeasures } from "#features/body/measurement/body-measures.ts";
import { GIRTHS } from "#features/body/measurement/body-measures.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { PeopleModel } from "./product-fit.ts";
import { adviseForProduct, isMeasuredFor } from "./product-fit.ts";
import type { ChartMeasure, SizeRange } from "./size-chart.ts";
import { CHART_MEASURES } from "./size-chart.ts";
import type { FitAdvice, KnownBody, RegionFit } from "./size-fit.ts";
import { adviseSize, nextMeasurement } from "./size-fit.ts";
import type { SizedFor, SizedProduct } from "./size-ranges.ts";
import { chartRanges, NAME_OF, rangesOf, SIZE_SPANS } from "./size-ranges.ts";

/** "loose": the size is cut for more; "tight": for less. */
type Fit = "inside" | "loose" | "tight";

/** `byMm` is the distance to the size's range, 0 inside. */
export type MeasureFit = {
  readonly measure: ChartMeasure;
  readonly bodyMm: number;
  readonly fit: Fit;
  readonly byMm: number;
  /** The bodies that the size is made for, in whole mm. */
  readonly range: SizeRange;
  /** The neighbouring size with this end point (decision M6). */
  readonly sharedWith: string | null;
};

export type SizeFit = { readonly size: string; readonly fits: readonly MeasureFit[] };

/**
 * "fits": one size holds every girth. "between": two do, the larger is advised. "spread": girths belong to different
 * sizes, the smallest that is nowhere tight is advised. "likely": girths that were left out decide, and people with the given ones
 * wear this size. "open": they may wear several sizes, so none is named and `next` says what would tell them apart. "above",
 * "below": no size fits, `size` is the nearest.
 */
type AdviceKind = "fits" | "between" | "spread" | "likely" | "open" | "above" | "below";

export type SizeAdvice = SizeFit & {
  readonly kind: AdviceKind;
  /** The smaller alternative. */
  readonly other: SizeFit | null;
  /** Made-to-measure would fit better than any size. */
  readonly advisesCustom: boolean;
  /** While none is named, the likeliest sizes first, null where none fits; otherwise empty. */
  readonly chances: FitAdvice["chances"];
  /** Of the girths that were left out, the one that would tell the likeliest sizes apart; null once a size is named. */
  readonly next: MeasurementName | null;
  /** What the size was compared with: the chart, or finished garments of the product. */
  readonly source: "chart" | "garment";
  /** Whether the product is sold in fewer sizes than the chart has, or is cut by its own measurements. */
  readonly hasOwnSizes: boolean;
};

type Compared = {
  readonly advice: FitAdvice;
  readonly sizes: readonly SizedFor[];
  readonly source: "chart" | "garment";
  /** Every girth that decides was given, or only given girths count. */
  readonly isMeasured: boolean;
  readonly next: MeasurementName | null;
};

const WHOLE_CHART = chartRanges(
  SIZE_SPANS.map(({ size }) => size),
  null,
);

function knownBodyOf(measures: BodyMeasures): KnownBody {
  const known = new Map<MeasurementName, number>();
  for (const { measure } of CHART_MEASURES) {
    const mm = measures[measure];
    if (mm !== undefined) known.set(NAME_OF[measure], mm);
  }
  return known;
}

/** Compares a body with the sizes. Without a product, or one without sizes, only the given girths count, on the whole chart. */
function compare(
  known: KnownBody,
  product: SizedProduct | null,
  model: PeopleModel | null,
): Compared | null {
  if (product === null || rangesOf(product).sizes.length === 0) {
    const body = { known, estimated: new Map(), bodies: new Map() };
    const advice = adviseSize({ sizes: WHOLE_CHART, ...body });
    return advice && { advice, sizes: WHOLE_CHART, source: "chart", isMeasured: true, next: null };
  }
  const { advice, bodies, sizes, source } = adviseForProduct(product, known, model);
  const isMeasured = isMeasuredFor(product, known);
  return (
    advice && { advice, sizes, source, isMeasured, next: nextMeasurement(sizes, known, bodies) }
  );
}

const KINDS: Readonly<Record<RegionFit["kind"], Fit>> = {
  inside: "inside",
  tight: "tight",
  loose: "loose",
  short: "tight",
  long: "loose",
};

/** Amounts count from the chart's inches, in which it is cut. */
function amountOf(fit: RegionFit, measure: ChartMeasure, size: string, source: string): number {
  const cut = source === "chart" && SIZE_SPANS.find((each) => each.size === size)?.cut[measure];
  if (!cut || fit.kind === "inside") return fit.byMm;
  return KINDS[fit.kind] === "loose" ? cut.from - fit.bodyMm : fit.bodyMm - cut.to;
}

const holds = (range: SizeRange | undefined, mm: number) =>
  range !== undefined && mm >= range.from && mm <= range.to;

/** An inseam that several sizes share is no end point. */
function neighbourAt(sizes: readonly SizedFor[], size: string, fit: RegionFit): string | null {
  const index = sizes.findIndex((each) => each.size === size);
  const own = sizes[index]?.ranges[fit.name];
  const sharing = [sizes[index - 1], sizes[index + 1]].find((neighbour) => {
    const range = neighbour?.ranges[fit.name];
    return holds(range, fit.bodyMm) && range?.from !== own?.from;
  });
  return sharing?.size ?? null;
}

/** How the size sits at the measures that were given, in the order of the chart. */
function measuredFits(
  size: string,
  fits: readonly RegionFit[],
  { sizes, source }: Pick<Compared, "sizes" | "source">,
): SizeFit {
  const sized = sizes.find((each) => each.size === size);
  return {
    size,
    fits: CHART_MEASURES.flatMap(({ measure }): MeasureFit[] => {
      const fit = fits.find(
        ({ name, plusMinus }) => name === NAME_OF[measure] && plusMinus === null,
      );
      const range = fit && sized?.ranges[fit.name];
      if (!range) return [];
      return [
        {
          measure,
          bodyMm: fit.bodyMm,
          fit: KINDS[fit.kind],
          byMm: amountOf(fit, measure, size, source),
          range,
          sharedWith: fit.kind === "inside" ? neighbourAt(sizes, size, fit) : null,
        },
      ];
    }),
  };
}

const girthsOf = ({ fits }: SizeFit) => fits.filter(({ measure }) => GIRTHS.includes(measure));

function kindOf(compared: Compared, advised: SizeFit): AdviceKind {
  const { isNamed, outside, sharedWith } = compared.advice;
  if (!isNamed) return "open";
  if (outside !== null) return outside;
  if (sharedWith !== null) return "between";
  const isInside = girthsOf(advised).every(({ fit }) => fit === "inside");
  if (!compared.isMeasured) {
    const isShared = girthsOf(advised).some((fit) => fit.sharedWith !== null);
    return isInside && !isShared ? "fits" : "likely";
  }
  return isInside ? "fits" : "spread";
}

/**
 * The advised size for a body in whole millimetres (decisions M2 and M6), as the wizard shows it: chest, waist and hips decide, the
 * inseam is commented on. For a product it is the size that the product's own page names for these measures, or none where that page
 * names none. Null without any girth.
 * The model may be null unless `needsModel`. Monotonic on the chart: a larger measure never gives a smaller size.
 */
export function findMySize(
  measures: BodyMeasures,
  product: SizedProduct | null = null,
  model: PeopleModel | null = null,
): SizeAdvice | null {
  if (!GIRTHS.some((measure) => measures[measure] !== undefined)) return null;
  const compared = compare(knownBodyOf(measures), product, model);
  if (!compared) return null;
  const { advice, next, sizes, source } = compared;
  const advised = measuredFits(advice.nearest, advice.fits, compared);
  const kind = kindOf(compared, advised);
  const hasOther = advice.smaller && (kind === "spread" || kind === "between");
  return {
    ...advised,
    kind,
    other: hasOther ? measuredFits(advice.smaller.size, advice.smaller.fits, compared) : null,
    advisesCustom: advice.advisesCustom,
    chances: kind === "open" ? advice.chances : [],
    next: kind === "open" ? next : null,
    source,
    hasOwnSizes: source === "garment" || sizes.length < SIZE_SPANS.length,
  };
}

/** Whether a girth that decides among the product's sizes was left out, so that people with these measures have to be asked. */
export function needsModel(measures: BodyMeasures, product: SizedProduct | null): boolean {
  return product !== null && !isMeasuredFor(product, knownBodyOf(measures));
}
