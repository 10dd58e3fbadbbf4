import { ArrowRight } from "lucide-react";
import { Link, useLocation, useOutletContext } from "react-router";
import { HeroBand } from "#app/components/hero/hero-band.tsx";
import { countFacetsShown } from "#app/components/product/facets-shown.server.ts";
import {
  listingSeo,
  refuseBeyondLastPage,
  requestedPage,
} from "#app/components/product/listing-url.ts";
import {
  ChoiceLinks,
  ListingError,
  NO_PRODUCTS_YET,
  ProductListing,
} from "#app/components/product/product-listing.tsx";
import { describeListing } from "#app/seo/describe-page.server.ts";
import { toSharedImage } from "#app/seo/social-cards.server.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { prefetchedOr } from "#app/web/page-prefetch.browser.ts";
import { listingTags } from "#core/content-tag.ts";
import { parseShopGender } from "#features/catalog/listing/listing-filter.ts";
import { findShopPage, shopScope } from "#features/catalog/listing/listing-queries.server.ts";
import {
  changedQuery,
  chosenCount,
  parseListingView,
} from "#features/catalog/listing/listing-view.ts";
import { packListing } from "#features/catalog/listing/packed-products.ts";
import type { ProductImage } from "#features/catalog/products/product.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/shop.ts";
import { CollectionCards } from "./collection-cards.tsx";

/** Links to the measurement wizard (specification 2). */
function ShopBanner({ image }: { image: ProductImage | null }) {
  return (
    <Link to="/measurement" className="group block -outline-offset-4">
      <HeroBand image={image} layout="wide">
        <h1 className="display max-w-[17ch] text-4xl">Bespoke Fashion, Powered by AI</h1>
        <p className="mt-5 max-w-[36ch] text-balance text-ink-soft">
          AI measurement is coming soon. Until then, our size guide finds your size, and Custom is
          cut to your measurements.
        </p>
        <p className="mt-7 flex items-center gap-3 text-sm font-medium transition-colors group-hover:text-demerara">
          Start with your measurements
          <ArrowRight
            size={18}
            aria-hidden="true"
            className="transition-transform group-hover:translate-x-1"
          />
        </p>
      </HeroBand>
    </Link>
  );
}

const FILTERS = [
  { label: "All", gender: "all", parameter: null },
  { label: "Female", gender: "female", parameter: "female" },
  { label: "Male", gender: "male", parameter: "male" },
] as const;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const gender = parseShopGender(url.searchParams.get("gender"));
  const page = requestedPage(url);
  const view = parseListingView(url.searchParams);
  const [{ hero, listing }, facets] = await Promise.all([
    findShopPage(db, { gender, page, view }),
    countFacetsShown(db, url, { scope: shopScope(gender), view }),
  ]);
  refuseBeyondLastPage(url, listing);
  const own = { gender: gender === "all" ? null : gender };
  const head = describeListing(context, {
    title: "Shop",
    description:
      "Made-to-measure suits, gowns, separates and accessories from our Georgetown atelier: six collections, one workroom.",
    image: () => hero && toSharedImage(hero),
    listing,
    placement: listingSeo({ publicUrl, path: "/shop", own, page, view }),
  });
  return publicPage(
    { hero, listing: packListing(listing), gender, view, facets, head },
    listingTags(listing.products),
  );
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  prefetchedOr(request, serverLoader);

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const meta: Route.MetaFunction = pageMeta;

export default function Shop({ loaderData }: Route.ComponentProps) {
  const { hero, listing, gender, view, facets } = loaderData;
  const { search } = useLocation();
  const isNarrowed = gender !== "all" || chosenCount(view) > 0;
  const { menu } = useOutletContext<SiteShell>();
  return (
    <>
      <ShopBanner image={hero} />
      <section aria-labelledby="collections-title" className="shell pt-16 md:pt-24">
        <h2 id="collections-title" className="display mb-8 text-3xl">
          Explore Our Collections
        </h2>
        <CollectionCards collections={menu} look="row" />
      </section>
      <div className="shell pt-20 pb-24 md:pt-28 md:pb-36">
        <ProductListing
          title="Our Story"
          listing={listing}
          emptyText={isNarrowed ? "No products found for the selected filter." : NO_PRODUCTS_YET}
          isNarrowed={isNarrowed}
          emptyAction={
            isNarrowed && (
              <ButtonLink to="/shop" variant="secondary" preventScrollReset>
                Show everything
              </ButtonLink>
            )
          }
          toolbar={
            <ChoiceLinks
              label="Filter by gender"
              choices={FILTERS.map((filter) => ({
                label: filter.label,
                to: `/shop${changedQuery(search, { gender: filter.parameter, show: null })}`,
                current: filter.gender === gender,
              }))}
            />
          }
          choices={{ view, facets }}
        />
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <ListingError title="shop" />;
}
