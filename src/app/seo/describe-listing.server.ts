import type { RouterContextProvider } from "react-router";
import type { ListingSeo } from "#app/components/product/listing-seo.ts";
import { depsContext } from "#app/web/context.ts";
import type { PageHead } from "#app/web/page-meta.ts";
import type { Listing } from "#features/catalog/listing/listing.ts";
import { pageTrail } from "./breadcrumb-trail.ts";
import type { PageDescription } from "./describe-page.server.ts";
import { describePage } from "./describe-page.server.ts";
import { listingJsonLd } from "./listing-json-ld.ts";

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
