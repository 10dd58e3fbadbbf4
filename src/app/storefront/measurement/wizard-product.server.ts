import { requestedColor } from "#app/components/product/product-url.ts";
import { sizeOptions } from "#app/components/product/purchase-choice.ts";
import { sizedProductOf } from "#app/components/size-guide/sized-product.ts";
import type { Queryable } from "#db/client.server.ts";
import * as peopleModel from "#features/body/check/check-engine.ts";
import type { MeasureTexts } from "#features/body/measurement/body-measures.ts";
import {
  entriesOf,
  measuresOfGarment,
  readMeasures,
} from "#features/body/measurement/body-measures.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import { findMySize } from "#features/body/size-advice/find-my-size.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import { startingMeasurements } from "#features/garments/specification/custom-size.ts";
import type { SubmittedSize, WizardProduct } from "./wizard-url.ts";

/** Uses the color in the URL; null when the id is unknown. */
export async function findWizardProduct(
  db: Queryable,
  query: URLSearchParams,
): Promise<WizardProduct | null> {
  const id = query.get("product");
  const product = id === null ? null : await findProduct(db, id);
  if (!product) return null;
  const { name, garmentType, gender } = product;
  const color = requestedColor(product.colors, query.get("color"));
  const terms = await findTermsOfProduct(db, product.id);
  const set = terms ? startingMeasurements(terms) : measurementSetOf(garmentType);
  const names = set?.required ?? [];
  return {
    id: product.id,
    name,
    garmentType,
    gender,
    color: color && (color.name || color.hex),
    sizes: sizeOptions(product, color),
    measured: names.length > 0 ? { garment: garmentType, names } : null,
    sized: sizedProductOf(product),
  };
}

/** The advice for what a browser without JavaScript submitted; null while a field is invalid. */
export function submittedSize(
  texts: MeasureTexts,
  unit: ChartUnit,
  product: WizardProduct | null,
): SubmittedSize {
  const requested = measuresOfGarment(product?.garmentType ?? null);
  const { measures, problems } = readMeasures(entriesOf(texts, unit), requested);
  const isReadable = Object.keys(problems).length === 0;
  const advice = isReadable ? findMySize(measures, product?.sized ?? null, peopleModel) : null;
  return { texts, advice };
}
