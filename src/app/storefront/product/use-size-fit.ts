import { useMemo } from "react";
import { sizedProductOf } from "#app/components/size-guide/sized-product.ts";
import * as peopleModel from "#features/body/check/check-engine.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { isMeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { adviseForProduct } from "#features/body/size-advice/product-fit.ts";
import type { FitAdvice } from "#features/body/size-advice/size-fit.ts";
import { nextMeasurement } from "#features/body/size-advice/size-fit.ts";
import { decidingMeasurements } from "#features/body/size-advice/size-ranges.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import type { SizeEntries } from "./size-entries.browser.ts";
import type { Purchase } from "./use-purchase.ts";

/** `finderPath` leads to the form with all measurements at once. */
export type SizeFitProps = { product: ProductDetail; purchase: Purchase; finderPath: string };

/** Whether somebody is measured, and whether questions about the size have a response, in this browser. */
export type KnownSizes = { readonly isMeasured: boolean; readonly isEntered: boolean };

/** Of the parts that open what the browser has sealed; `onKnown` receives what they find. */
export type SizeFitPartProps = SizeFitProps & { onKnown: (known: KnownSizes) => void };

const FIRST_QUESTIONS: readonly MeasurementName[] = ["height", "weight"];

export type SizeFitResult = {
  readonly advice: FitAdvice | null;
  readonly source: "garment" | "chart";
  /** Null when every answer that decides is there. */
  readonly next: MeasurementName | null;
};

/** What the answers say about the product's sizes; `skipped` questions are not asked. */
function sizeFitOf(
  product: ProductDetail,
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
  product: ProductDetail,
  entries: SizeEntries,
  skipped: readonly MeasurementName[] = [],
): SizeFitResult {
  return useMemo(() => sizeFitOf(product, entries, skipped), [product, entries, skipped]);
}
