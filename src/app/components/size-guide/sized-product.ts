import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { isMeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { SizedProduct } from "#features/body/size-advice/size-ranges.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, DEFAULT_SIZES } from "#features/catalog/products/product.ts";

/** What a page knows of a product's sizes. */
export type ProductWithSizes = Pick<ProductDetail, "sizes" | "garmentType" | "garments">;

/** A product as the size advice compares it with a body; measurements that the shop does not know are left out. */
export function sizedProductOf(product: ProductWithSizes): SizedProduct {
  const { garments, garmentType, sizes } = product;
  const onSale = sizes.length > 0 ? sizes : DEFAULT_SIZES;
  return {
    sizes: onSale.filter((size) => size !== CUSTOM_SIZE),
    garmentType,
    garments: garments
      ? Object.fromEntries(
          Object.entries(garments).map(([size, lengths]) => [size, knownLengths(lengths)]),
        )
      : null,
  };
}

function knownLengths(
  lengths: Readonly<Record<string, number>>,
): Partial<Record<MeasurementName, number>> {
  return Object.fromEntries(Object.entries(lengths).filter(([name]) => isMeasurementName(name)));
}
