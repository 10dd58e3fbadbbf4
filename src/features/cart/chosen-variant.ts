import { toDecimal } from "#core/money-amount.ts";
import type { ProductColor, ProductSummary } from "#features/catalog/product.ts";
import { imageVariantPath } from "#ui/image-widths.ts";
import type { CartLine } from "./cart.ts";

/** A product with the size and, where it comes in colours, the colour a shopper chose. */
export type ChosenVariant = {
  readonly product: Pick<ProductSummary, "id" | "slug" | "name" | "price" | "images">;
  readonly size: string;
  readonly color: ProductColor | null;
};

/** The line a chosen piece makes, all but its count (specification 3). */
export function toCartLine(piece: ChosenVariant): Omit<CartLine, "cartItemId" | "quantity"> {
  const { product, size, color } = piece;
  const [picture] = product.images;
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    image: picture ? imageVariantPath(picture.id, 320, "webp") : "",
    size,
    price: toDecimal(product.price),
    ...(color ? { color: color.hex, colorName: color.name } : {}),
  };
}
