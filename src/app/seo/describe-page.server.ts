import type { RouterContextProvider } from "react-router";
import { createContext } from "react-router";
import type { ListingSeo } from "#app/components/product/listing-url.ts";
import { descriptionOf } from "#app/components/product/product-messages.ts";
import { productPath } from "#app/components/product/product-url.ts";
import { depsContext } from "#app/web/context.ts";
import type { PageHead } from "#app/web/page-meta.ts";
import { toDecimal } from "#core/money-amount.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import { listShippingDetails } from "#features/base/settings/shipping-details.ts";
import type { ProductWithSkus } from "#features/catalog/listing/catalog-queries.server.ts";
import type { Listing } from "#features/catalog/listing/listing-filter.ts";
import { PAGE_SIZE } from "#features/catalog/listing/listing-filter.ts";
import type { SiteFacts } from "#features/catalog/site-shell/site-shell.ts";
import type { Crumb } from "#ui/breadcrumbs.tsx";
import { pageTrail, productTrail } from "./breadcrumb-trail.ts";
import type { JsonLdNode, Site } from "./json-ld.ts";
import { productJsonLd } from "./json-ld.ts";
import type { SharedImage } from "./social-cards.server.ts";
import { productSocialImage, siteSocialImage } from "./social-cards.server.ts";
/** Describes a public page for search engines, messengers and feed readers. */
export type PageDescription = {
  /** Null uses the shop's title. */
  title: string | null;
  /** Null uses the shop's description. */
  description: string | null;
  canonical: string;
  /** False also removes the canonical URL. */
  indexed?: boolean;
  /** Ends with this page. */
  trail?: readonly Crumb[];
  kind?: "website" | "product";
  /** Replaces the shop's default image in shared links. */
  image?: (site: Site) => SharedImage | null;
  properties?: Readonly<Record<string, string>>;
  /** Adds to the breadcrumbs. */
  jsonLd?: (site: Site) => readonly JsonLdNode[];
};

/** Null outside the storefront. */
export const siteContext = createContext<Site | null>(null);

/** Null for private pages. */
export const descriptionContext = createContext<PageDescription | null>(null);

/**
 * Returns data for `meta`. Only the served document has the description, because machines load pages fresh
 * (entry.server.tsx).
 */
export function describePage(
  context: Readonly<RouterContextProvider>,
  page: PageDescription,
): PageHead {
  context.set(descriptionContext, page);
  return { title: page.title, canonical: page.indexed === false ? null : page.canonical };
}

/** Numbers products across pages. */
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
  image: PageDescription["image"];
  listing: Listing;
  placement: ListingSeo;
};

/** Includes the products only if the listing has its own URL. */
export function describeListing(
  context: Readonly<RouterContextProvider>,
  { title, description, image, listing, placement }: ListingPage,
): PageHead {
  const { publicUrl } = context.get(depsContext);
  const { canonical, indexed, isPlain } = placement;
  return describePage(context, {
    title,
    description,
    canonical,
    indexed,
    trail: pageTrail(title),
    image,
    jsonLd: () =>
      isPlain ? [listingJsonLd(publicUrl, { canonical, title, description, listing })] : [],
  });
}

type ProductPage = ProductWithSkus & { publicUrl: string; shipping: ShippingSettings };

/** Includes the social card, the price and an offer per variant. */
export function describeProduct(
  context: Readonly<RouterContextProvider>,
  { publicUrl, product, skus, shipping }: ProductPage,
): PageHead {
  const { price } = product;
  return describePage(context, {
    title: product.name,
    description: descriptionOf(product),
    canonical: `${publicUrl}${productPath(product.id)}`,
    kind: "product",
    trail: productTrail(product),
    properties: {
      "product:price:amount": toDecimal(price).toFixed(2),
      "product:price:currency": price.currency,
    },
    image: ({ shell }) => productSocialImage(product, shell.general.siteName),
    jsonLd: (site) => {
      const shipments = listShippingDetails({ ...shipping, ...product.made }, price);
      const { returnWindowDays } = shipping;
      return productJsonLd({ product, skus, shipments, returnWindowDays }, site);
    },
  });
}

export function describeSite(
  context: Readonly<RouterContextProvider>,
  publicUrl: string,
  facts: SiteFacts,
): void {
  const { shell, seo } = facts;
  context.set(siteContext, { publicUrl, shell, seo, defaultSocialImage: siteSocialImage(facts) });
}
