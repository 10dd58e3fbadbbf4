import { useMemo } from "react";
import { drawPeople, estimateMeasurements } from "#features/body/check/check-engine.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { isMeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { EstimatedBody, FitAdvice } from "#features/body/size-advice/size-fit.ts";
import { adviseSize, nextMeasurement } from "#features/body/size-advice/size-fit.ts";
import type { FinishedMeasurements } from "#features/body/size-advice/size-ranges.ts";
import { decidingMeasurements, rangesOf } from "#features/body/size-advice/size-ranges.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, DEFAULT_SIZES } from "#features/catalog/products/product.ts";
import type { SizeEntries } from "./size-entries.browser.ts";
import type { Purchase } from "./use-purchase.ts";

/** `finderPath` leads to the form with all measurements at once. */
export type SizeFitProps = { product: ProductDetail; purchase: Purchase; finderPath: string };

/** Enough for a chance to the nearest percent; takes under 2 ms. */
const PEOPLE = 400;

const FIRST_QUESTIONS: readonly MeasurementName[] = ["height", "weight"];

export type SizeFitResult = {
  readonly advice: FitAdvice | null;
  readonly source: "garment" | "chart";
  /** Null when every answer that decides is there. */
  readonly next: MeasurementName | null;
};

function garmentsOf({ garments }: ProductDetail): FinishedMeasurements | null {
  if (!garments) return null;
  return Object.fromEntries(
    Object.entries(garments).map(([size, lengths]) => [
      size,
      Object.fromEntries(Object.entries(lengths).filter(([name]) => isMeasurementName(name))),
    ]),
  );
}

/** What the answers say about the product's sizes; `skipped` questions are not asked. */
function sizeFitOf(
  product: ProductDetail,
  entries: SizeEntries,
  skipped: readonly MeasurementName[] = [],
): SizeFitResult {
  const onSale = product.sizes.length > 0 ? product.sizes : DEFAULT_SIZES;
  const { sizes, source } = rangesOf({
    sizes: onSale.filter((size) => size !== CUSTOM_SIZE),
    garmentType: product.garmentType,
    garments: garmentsOf(product),
  });
  const known = new Map<MeasurementName, number>();
  for (const [name, stored] of Object.entries(entries)) {
    if (isMeasurementName(name)) known.set(name, stored.value);
  }
  const deciding = decidingMeasurements(sizes);
  const bodies = drawPeople(known, deciding, PEOPLE);
  const estimated = estimateMeasurements(known, deciding) as EstimatedBody;
  const advice = known.size === 0 ? null : adviseSize({ sizes, known, estimated, bodies });
  const requested = new Map([...known, ...skipped.map((name) => [name, 0] as const)]);
  const first = FIRST_QUESTIONS.find((name) => !requested.has(name));
  const isDecided = deciding.every((name) => known.has(name));
  const next = isDecided ? null : (first ?? nextMeasurement(sizes, requested, bodies));
  return { advice, source, next };
}

/** See `sizeFitOf`; computed again only when the answers or the product change. */
export function useSizeFit(
  product: ProductDetail,
  entries: SizeEntries,
  skipped: readonly MeasurementName[] = [],
): SizeFitResult {
  return useMemo(() => sizeFitOf(product, entries, skipped), [product, entries, skipped]);
}
