import { requestedColor } from "#app/components/product/product-url.ts";
import { sizeOptions } from "#app/components/product/purchase-choice.ts";
import type { Queryable } from "#db/client.server.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import type { WizardProduct } from "./wizard-url.ts";

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
  return {
    id: product.id,
    name,
    garmentType,
    gender,
    color: color && (color.name || color.hex),
    sizes: sizeOptions(product, color),
  };
}
