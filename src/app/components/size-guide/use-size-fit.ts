import { useMemo } from "react";
import * as peopleModel from "#features/body/check/check-engine.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { isMeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { adviseForProduct } from "#features/body/size-advice/product-fit.ts";
import type { FitAdvice } from "#features/body/size-advice/size-fit.ts";
import { nextMeasurement } from "#features/body/size-advice/size-fit.ts";
import { decidingMeasurements } from "#features/body/size-advice/size-ranges.ts";
import type { SizeEntries } from "./size-entries.browser.ts";
import type { ProductWithSizes } from "./sized-product.ts";
import { sizedProductOf } from "./sized-product.ts";

const FIRST_QUESTIONS: readonly MeasurementName[] = ["height", "weight"];

export type SizeFitResult = {
  readonly advice: FitAdvice | null;
  readonly source: "garment" | "chart";
  /** Null when every answer that decides is there. */
  readonly next: MeasurementName | null;
};

/** What the answers say about the product's sizes; `skipped` questions are not asked. */
function sizeFitOf(
  product: ProductWithSizes,
  entries: SizeEntries,
  skipped: readonly MeasurementName[] = [],
): SizeFitResult {
  const known = new Map<MeasurementName, number>();
  for (const [name, stored] of Object.entries(entries)) {
    if (isMeasurementName(name)) known.set(name, stored.value);
  }
  const fit = adviseForProduct(sizedProductOf(product), known, peopleModel);
  const { advice, bodies, sizes, source } = fit;
  const requested = new Map([...known, ...skipped.map((name) => [name, 0] as const)]);
  const first = FIRST_QUESTIONS.find((name) => !requested.has(name));
  const isDecided = decidingMeasurements(sizes).every((name) => known.has(name));
  const next = isDecided ? null : (first ?? nextMeasurement(sizes, requested, bodies));
  return { advice, source, next };
}

/** See `sizeFitOf`; computed again only when the answers or the product change. */
export function useSizeFit(
  product: ProductWithSizes,
  entries: SizeEntries,
  skipped: readonly MeasurementName[] = [],
): SizeFitResult {
  return useMemo(() => sizeFitOf(product, entries, skipped), [product, entries, skipped]);
}
