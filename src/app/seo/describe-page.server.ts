import type { RouterContextProvider } from "react-router";
import { createContext } from "react-router";
import type { ListingSeo } from "#app/components/product/listing-url.ts";
import { descriptionOf } from "#app/storefront/product/product-messages.ts";
import { productPath } from "#app/storefront/product/product-url.ts";
import { depsContext } from "#app/web/context.ts";
import type { PageHead } from "#app/web/page-meta.ts";
import { toDecimal } from "#core/money-amount.ts";
import type { ProductWithSkus } from "#features/catalog/listing/catalog-queries.server.ts";
import type { Listing } from "#features/catalog/listing/listing-filter.ts";
import { PAGE_SIZE } from "#features/catalog/listing/listing-filter.ts";
import type { ShippingSettings } from "#features/settings/settings-sections.ts";
import { listShippingDetails } from "#features/settings/shipping-details.ts";
import type { SiteFacts } from "#features/settings/site-shell.ts";
import type { Crumb } from "#ui/breadcrumbs.tsx";
import { pageTrail, productTrail } from "./breadcrumb-trail.ts";
import type { JsonLdNode, Site } from "./json-ld.ts";
import { productJsonLd } from "./json-ld.ts";
import type { SharedImage } from "./social-cards.server.ts";
import { productSocialImage, siteSocialImage } from "./social-cards.server.ts";
/** A public page as search engines, messengers and feed readers are told of it. */
export type PageDescription = {
  /** The page's own name; null for the home page, which bears the shop's. */
  title: string | null;
  /** Null for the home page, which tells of the shop. */
  description: string | null;
  /** The page's one address. */
  canonical: string;
  /** False for a view that nobody should come upon by searching; it then has no address of its own to name. */
  indexed?: boolean;
  /** The way to the page, this page the last. */
  trail?: readonly Crumb[];
  kind?: "website" | "product";
  /** What a shared link shows; the house's own picture unless the page has one. */
  picture?: (site: Site) => SharedImage | null;
  /** Tags of this page alone, by property. */
  properties?: Readonly<Record<string, string>>;
  /** What the page is about, in schema.org's words, beside its trail. */
  jsonLd?: (site: Site) => readonly JsonLdNode[];
};

/** What the frame of the page belongs to; null outside the storefront. */
export const siteContext = createContext<Site | null>(null);

/** What the page of this request said of itself; null for a page that is nobody else's business. */
export const descriptionContext = createContext<PageDescription | null>(null);

/**
 * Describes the page of this request to machines and answers what its `meta` needs. Machines load every page afresh, so the
 * description goes into the served document alone (entry.server.tsx): neither loader data nor scripts carry it.
 */
export function describePage(
  context: Readonly<RouterContextProvider>,
  page: PageDescription,
): PageHead {
  context.set(descriptionContext, page);
  return { title: page.title, canonical: page.indexed === false ? null : page.canonical };
}

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

type ProductPage = ProductWithSkus & { publicUrl: string; shipping: ShippingSettings };

/** Describes a product's page to machines: its card, its price and every variant with its offer. */
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
    picture: ({ shell }) => productSocialImage(product, shell.general.siteName),
    jsonLd: (site) => {
      const parcels = listShippingDetails(shipping, price);
      return productJsonLd({ product, skus, parcels }, site);
    },
  });
}

/** Tells the description of this request's page which shop it belongs to. */
export function describeSite(
  context: Readonly<RouterContextProvider>,
  publicUrl: string,
  facts: SiteFacts,
): void {
  const { shell, seo } = facts;
  context.set(siteContext, { publicUrl, shell, seo, defaultSocialImage: siteSocialImage(facts) });
}
