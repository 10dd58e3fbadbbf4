import type { MeasuredProduct } from "#app/components/measuring/use-person-measuring.tsx";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";
import type { MeasureTexts } from "#features/body/measurement/body-measures.ts";
import type { SizeAdvice } from "#features/body/size-advice/find-my-size.ts";
import type { ChartMeasure, ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { CHART_UNITS } from "#features/body/size-advice/size-chart.ts";
import type { SizedProduct } from "#features/body/size-advice/size-ranges.ts";
import type { Gender } from "#features/catalog/products/product.ts";

/** Preparation, AI measurement, size chart (specification 2). */
export type WizardStep = 1 | 2 | 3;

/** The unit is null until one is chosen. */
export type WizardLocation = {
  readonly step: WizardStep;
  readonly productId: string | null;
  /** Comes from the product's URL. */
  readonly color?: string | null;
  readonly unit: ChartUnit | null;
};

export const WIZARD_PATH = "/measurement";

/** Result without JavaScript; never cached, because the URL holds body measurements. */
export const SIZE_ADVICE_PATH = "/measurement/size";

/** Unknown steps become the first. */
export function parseStep(text: string | null): WizardStep {
  if (text === "2") return 2;
  return text === "3" ? 3 : 1;
}

export function parseUnit(text: string | null): ChartUnit | null {
  return CHART_UNITS.find((unit) => unit === text) ?? null;
}

/** Every choice of the wizard's URL and what it can read. */
export const WIZARD_FILTERS: readonly FilterReader[] = [
  { label: "Step", name: "step", isReadable: oneOf(["1", "2", "3"]) },
  { label: "Unit", name: "unit", isReadable: oneOf(CHART_UNITS) },
];

/** Leaves out defaults. */
export function wizardPath({ step, productId, color, unit }: WizardLocation): string {
  return withParameters(WIZARD_PATH, {
    product: productId,
    color,
    step: step === 1 ? null : String(step),
    unit,
  });
}

/** The screen that advises a size; without a measurement the chart's. */
export function sizeAdvicePath(
  { productId, color, unit }: Omit<WizardLocation, "step">,
  texts: Readonly<Partial<Record<ChartMeasure, string>>>,
): string {
  if (!Object.values(texts).some(Boolean)) return wizardPath({ step: 3, productId, color, unit });
  return withParameters(SIZE_ADVICE_PATH, { product: productId, color, unit, ...texts });
}

/** Keeps the color (decision M3). */
export function productSizePath(
  { id, color }: Pick<WizardProduct, "id" | "color">,
  size: string | null,
): string {
  return withParameters(`/product/${id}`, { color, size });
}

function withParameters(
  path: string,
  parameters: Readonly<Record<string, string | null | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Decision M3. */
export type WizardProduct = {
  readonly id: string;
  readonly name: string;
  readonly garmentType: string;
  readonly gender: Gender;
  /** Null when the product does not have the URL's color. */
  readonly color: string | null;
  /** Availability is for that color. */
  readonly sizes: readonly { readonly size: string; readonly soldOut: boolean }[];
  /** What somebody is measured for who comes from its page; null where nothing of it is made to measure. */
  readonly measured: MeasuredProduct | null;
  /** What the advice compares a body with. */
  readonly sized: SizedProduct;
};

/** What was submitted without JavaScript, and the advice for it. */
export type SubmittedSize = {
  readonly texts: MeasureTexts;
  readonly advice: SizeAdvice | null;
};

/** "absent" when the product is not made in the size. */
export function availability(
  product: WizardProduct,
  size: string,
): "available" | "sold-out" | "absent" {
  const option = product.sizes.find((each) => each.size === size);
  if (!option) return "absent";
  return option.soldOut ? "sold-out" : "available";
}
