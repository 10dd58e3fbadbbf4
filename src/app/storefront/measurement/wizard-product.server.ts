import type { Queryable } from "#db/client.server.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import { sizeOptions } from "../product/purchase-choice.ts";
import type { WizardProduct } from "./wizard-url.ts";

/** The product the customer came from; null when the id is unknown. */
export async function findWizardProduct(
  db: Queryable,
  id: string | null,
): Promise<WizardProduct | null> {
  const product = id === null ? null : await findProduct(db, id);
  if (!product) return null;
  const { name, garmentType } = product;
  return { id: product.id, name, garmentType, sizes: sizeOptions(product, null) };
}
