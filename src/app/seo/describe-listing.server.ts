import type { RouterContextProvider } from "react-router";
import type { ListingSeo } from "#app/components/product/listing-url.ts";
import { productPath } from "#app/storefront/product/product-url.ts";
import { depsContext } from "#app/web/context.ts";
import type { PageHead } from "#app/web/page-meta.ts";
import type { Listing } from "#features/catalog/listing/listing-filter.ts";
import { PAGE_SIZE } from "#features/catalog/listing/listing-filter.ts";
import { pageTrail } from "./breadcrumb-trail.ts";
import type { PageDescription } from "./describe-page.server.ts";
import { describePage } from "./describe-page.server.ts";
import type { JsonLdNode } from "./json-ld.ts";

/** A listing's page: what it shows in its order, numbered through all pages. */
function listingJsonLd(
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

type ListingPage = {
  title: string;
  description: string;
  /** What a shared link shows. */
  picture: PageDescription["picture"];
  listing: Listing;
  place: ListingSeo;
};

/** Describes a page of products to machines: its picture, its trail and, where it is a place of its own, what it shows. */
export function describeListing(
  context: Readonly<RouterContextProvider>,
  { title, description, picture, listing, place }: ListingPage,
): PageHead {
  const { publicUrl } = context.get(depsContext);
  const { canonical, indexed, isPlain } = place;
  return describePage(context, {
    title,
    description,
    canonical,
    indexed,
    trail: pageTrail(title),
    picture,
    jsonLd: () =>
      isPlain ? [listingJsonLd(publicUrl, { canonical, title, description, listing })] : [],
  });
}
