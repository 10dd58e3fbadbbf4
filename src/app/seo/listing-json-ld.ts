import { productPath } from "#app/storefront/product/product-url.ts";
import type { Listing } from "#features/catalog/listing/listing.ts";
import { PAGE_SIZE } from "#features/catalog/listing/page-number.ts";
import type { JsonLdNode } from "./json-ld.ts";

/** A listing's page: what it shows in its order, numbered through all pages. */
export function listingJsonLd(
  publicUrl: string,
  page: { canonical: string; title: string; description: string; listing: Listing },
): JsonLdNode {
  const { canonical, title, description, listing } = page;
  const before = (listing.page - 1) * PAGE_SIZE;
  return {
    "@type": "CollectionPage",
    "@id": canonical,
    url: canonical,
    name: title,
    description,
    mainEntity: {
      "@type": "ItemList",
      numberOfItems: listing.total,
      itemListElement: listing.products.map((product, index) => ({
        "@type": "ListItem",
        position: before + index + 1,
        url: `${publicUrl}${productPath(product.id)}`,
        name: product.name,
      })),
    },
  };
}
