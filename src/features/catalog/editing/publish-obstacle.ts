import type { Queryable } from "#db/client.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { ProductForm } from "./product-form.ts";

type Published = Pick<ProductForm, "garmentType" | "sizes"> & { productId: string | null };

/**
 * Why a product may not be published yet, as its owner reads it; null when it may. The rule belongs to what is made of a product, which
 * the catalog knows nothing of: whoever runs an import or restores a version passes it.
 */
export type FindPublishObstacle = (db: Queryable, product: Published) => Promise<string | null>;

type Offered = Pick<ProductForm, "draft" | "garmentType" | "sizes">;

const isMadeToMeasure = ({ draft, sizes }: Offered) => !draft && sizes.includes(CUSTOM_SIZE);

/**
 * Whether a change puts a product on sale as made to measure that was not before, or under another garment type, whose options are others.
 * One that stays on sale as it was is not asked about its choices again. `before` is null for a new product.
 */
export function isOfferedAnew(before: Offered | null, after: Offered): boolean {
  if (!isMadeToMeasure(after)) return false;
  return !before || !isMadeToMeasure(before) || before.garmentType !== after.garmentType;
}
