import { descriptionOf } from "#app/storefront/product/product-messages.ts";
import { productPath, variantPath } from "#app/storefront/product/product-url.ts";
import { isSoldOut } from "#app/storefront/product/purchase-choice.ts";
import { toDecimal } from "#core/money-amount.ts";
import type { ProductDetail, ProductVariant } from "#features/catalog/product.ts";
import { CUSTOM_SIZE } from "#features/catalog/product.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/media/image-url.ts";
import type { ShippingDetails } from "#features/settings/shipping-details.ts";
import type { Site } from "./json-ld.ts";
import type { JsonLdNode } from "./json-ld.ts";
import type { OfferPolicies } from "./offer-policies.ts";
import { offerPolicies } from "./offer-policies.ts";
import { organizationReference } from "./organization-json-ld.ts";

/** A product with the sku of each of its variants, in their order. */
export type ProductJsonLdInput = {
  product: ProductDetail;
  skus: readonly string[];
  parcels: readonly ShippingDetails[];
};

const GENDERS = { female: "female", male: "male", unisex: "unisex" } as const;

/** What all variants share. */
function commonFacts({ product }: ProductJsonLdInput, { publicUrl, shell }: Site) {
  return {
    url: `${publicUrl}${productPath(product.id)}`,
    description: descriptionOf(product),
    image: product.images.map(
      ({ id }) => `${publicUrl}${imagePath(id, SOCIAL_IMAGE_WIDTH, "jpg")}`,
    ),
    brand: { "@type": "Brand", name: shell.general.siteName },
    category: product.categoryName || undefined,
    material: product.materials || undefined,
    audience: {
      "@type": "PeopleAudience",
      suggestedGender: GENDERS[product.gender],
      suggestedMinAge: 13,
    },
  };
}

type OfferOf = { url: string; available: boolean; policies: OfferPolicies; seller: JsonLdNode };

function offer(
  { price }: ProductDetail,
  { url, available, policies, seller }: OfferOf,
): JsonLdNode {
  return {
    "@type": "Offer",
    url,
    price: toDecimal(price).toFixed(2),
    priceCurrency: price.currency,
    availability: `https://schema.org/${available ? "InStock" : "OutOfStock"}`,
    itemCondition: "https://schema.org/NewCondition",
    seller,
    ...policies.refer,
  };
}

function colorName(product: ProductDetail, variant: ProductVariant): string | undefined {
  return product.colors.find(({ hex }) => hex === variant.color)?.name;
}

type Parts = {
  given: ProductJsonLdInput;
  site: Site;
  seller: JsonLdNode;
  policiesOf(variant: ProductVariant | undefined): OfferPolicies;
};

function single({ given, site, seller, policiesOf }: Parts): JsonLdNode {
  const { product, skus } = given;
  const [only] = product.variants;
  return {
    "@type": "Product",
    name: product.name,
    ...commonFacts(given, site),
    sku: skus[0] ?? product.slug,
    size: only?.size,
    color: only && colorName(product, only),
    offers: offer(product, {
      url: `${site.publicUrl}${productPath(product.id)}`,
      available: !isSoldOut(product),
      policies: policiesOf(only),
      seller,
    }),
  };
}

function group({ given, site, seller, policiesOf }: Parts): JsonLdNode {
  const { product, skus } = given;
  const common = commonFacts(given, site);
  const hasVariant = product.variants.map((variant, index) => {
    const color = colorName(product, variant);
    const isThere = variant.stockCount === null || variant.stockCount > 0;
    return {
      "@type": "Product",
      name: [product.name, color, variant.size].filter(Boolean).join(", "),
      sku: skus[index],
      size: variant.size,
      color,
      image: common.image[0],
      offers: offer(product, {
        url: `${site.publicUrl}${variantPath(product, variant)}`,
        available: product.inStock && isThere,
        policies: policiesOf(variant),
        seller,
      }),
    };
  });
  return {
    "@type": "ProductGroup",
    name: product.name,
    ...common,
    productGroupID: product.id,
    variesBy: (["size", "color"] as const)
      .filter((property) => new Set(product.variants.map((each) => each[property])).size > 1)
      .map((property) => `https://schema.org/${property}`),
    hasVariant,
  };
}

/**
 * The product as schema.org tells it: a group with one product for each combination of size and colour, or a single product when there
 * is one combination or none. Stock is the shop's own count; what is made to order can always be had (decision S8). Made-to-measure has
 * delivery times and a return policy of its own (specification 2).
 */
export function productJsonLd(given: ProductJsonLdInput, site: Site): JsonLdNode[] {
  const { product, parcels } = given;
  const house = organizationReference(site);
  const ready = offerPolicies(site.publicUrl, parcels, false);
  const measured = offerPolicies(site.publicUrl, parcels, true);
  const isMeasured = (variant: ProductVariant | undefined) => variant?.size === CUSTOM_SIZE;
  const policies = [
    ...(product.variants.every(isMeasured) && product.variants.length > 0 ? [] : ready.nodes),
    ...(product.variants.some(isMeasured) ? measured.nodes : []),
  ];
  const parts: Parts = {
    given,
    site,
    seller: { "@id": house["@id"] },
    policiesOf: (variant) => (isMeasured(variant) ? measured : ready),
  };
  return [product.variants.length > 1 ? group(parts) : single(parts), house, ...policies];
}
