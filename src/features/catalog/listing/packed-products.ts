import type { Currency } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Gender, ProductSummary } from "#features/catalog/products/product.ts";
import type { Listing } from "./listing-filter.ts";

type PackedProduct = readonly [
  id: string,
  slug: string,
  name: string,
  priceMinorUnits: number,
  currency: Currency,
  gender: Gender,
  garmentType: string,
  categoryName: string,
  inStock: 0 | 1,
  images: readonly (readonly [string, string, number, number, number, number, string | null])[],
  sizes: readonly string[],
  colors: readonly (readonly [hex: string, name: string])[],
  variants: readonly (readonly [
    size: string,
    color: string,
    stockCount: number | null,
    priceMinor?: number | null,
    compareAtMinor?: number | null,
  ])[],
  compareAtMinorUnits: number | null,
];

function pack(product: ProductSummary): PackedProduct {
  return [
    product.id,
    product.slug,
    product.name,
    product.price.minorUnits,
    product.price.currency,
    product.gender,
    product.garmentType,
    product.categoryName,
    product.inStock ? 1 : 0,
    product.images.map((each) => [
      each.id,
      each.alt,
      each.width,
      each.height,
      each.focalX,
      each.focalY,
      each.color ?? null,
    ]),
    product.sizes,
    product.colors.map(({ hex, name }) => [hex, name]),
    product.variants.map(({ size, color, stockCount, priceMinor, compareAtMinor }) =>
      // Few variants have their own price.
      priceMinor == null
        ? [size, color, stockCount]
        : [size, color, stockCount, priceMinor, compareAtMinor ?? null],
    ),
    product.compareAt?.minorUnits ?? null,
  ];
}

function unpack(packed: PackedProduct): ProductSummary {
  const [id, slug, name, minorUnits, currency, gender, garmentType, categoryName, inStock] = packed;
  const [, , , , , , , , , images, sizes, colors, variants, compareAt] = packed;
  return {
    id,
    slug,
    name,
    price: money(minorUnits, currency),
    ...(compareAt !== null && { compareAt: money(compareAt, currency) }),
    gender,
    garmentType,
    categoryName,
    inStock: inStock === 1,
    images: images.map(([imageId, alt, width, height, focalX, focalY, color]) => ({
      id: imageId,
      alt,
      width,
      height,
      focalX,
      focalY,
      color,
    })),
    sizes,
    colors: colors.map(([hex, colorName]) => ({ hex, name: colorName })),
    variants: variants.map(([size, color, stockCount, priceMinor, compareAtMinor]) => ({
      size,
      color,
      stockCount,
      ...(priceMinor != null && { priceMinor, compareAtMinor: compareAtMinor ?? null }),
    })),
  };
}

/**
 * Products as one string: React Router serializes each of 2,000 values for 12 products, a tenth of an
 * uncached page's cost.
 */
export function packProducts(products: readonly ProductSummary[]): string {
  return JSON.stringify(products.map(pack));
}

/** Reverses `packProducts`. */
export function unpackProducts(text: string): ProductSummary[] {
  return (JSON.parse(text) as PackedProduct[]).map(unpack);
}

export type PackedListing = Omit<Listing, "products"> & { products: string };

export function packListing(listing: Listing): PackedListing {
  return { ...listing, products: packProducts(listing.products) };
}
