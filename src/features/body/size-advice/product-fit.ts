import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { EstimatedBody, FitAdvice, KnownBody, LikelyBodies } from "./size-fit.ts";
import { adviseSize } from "./size-fit.ts";
import type { SizedFor, SizedProduct } from "./size-ranges.ts";
import { decidingMeasurements, rangesOf } from "./size-ranges.ts";

/** Enough for a chance to the nearest percent; takes under 2 ms. */
const PEOPLE = 400;

/** What `check-engine.ts` knows of measured people. Pages load it with `import()`. */
export type PeopleModel = {
  drawPeople: (known: KnownBody, names: readonly MeasurementName[], count: number) => LikelyBodies;
  estimateMeasurements: (
    known: KnownBody,
    names: readonly MeasurementName[],
  ) => ReadonlyMap<string, { readonly value: number; readonly plusMinus: number }>;
};

export type ProductFit = {
  /** Null when nothing is known that says something about a size. */
  readonly advice: FitAdvice | null;
  readonly source: "garment" | "chart";
  /** What each size on sale is made for. */
  readonly sizes: readonly SizedFor[];
  /** People who could have given the known values; none without a model. */
  readonly bodies: LikelyBodies;
};

/**
 * What the known values of a body say about the sizes of a product. Every page asks here, so that all of them name the same size
 * for the same values. Girths that nobody measured are those of people with the known values; the model may be null when every
 * girth that decides is known (`isMeasuredFor`).
 */
export function adviseForProduct(
  product: SizedProduct,
  known: KnownBody,
  model: PeopleModel | null,
): ProductFit {
  const { sizes, source } = rangesOf(product);
  const deciding = decidingMeasurements(sizes);
  const bodies = model ? model.drawPeople(known, deciding, PEOPLE) : new Map();
  const estimated = model
    ? (model.estimateMeasurements(known, deciding) as EstimatedBody)
    : new Map();
  const advice = known.size === 0 ? null : adviseSize({ sizes, known, estimated, bodies });
  return { advice, source, sizes, bodies };
}

/** Whether every girth that decides among the product's sizes is known. */
export function isMeasuredFor(product: SizedProduct, known: KnownBody): boolean {
  return decidingMeasurements(rangesOf(product).sizes).every((name) => known.has(name));
}
