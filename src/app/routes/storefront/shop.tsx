import { useOutletContext } from "react-router";
import { depsContext } from "#app/context.ts";
import { canonicalAddress } from "#app/storefront/canonical-address.ts";
import { ChoiceLinks } from "#app/storefront/choice-links.tsx";
import { CollectionCards } from "#app/storefront/collection-cards.tsx";
import { ListingError } from "#app/storefront/listing-error.tsx";
import { refuseBeyondLastPage, requestedPage } from "#app/storefront/listing-request.ts";
import { pageMeta } from "#app/storefront/page-meta.ts";
import { ProductListing } from "#app/storefront/product-listing.tsx";
import { loaderHeadersOnly, publicPage } from "#app/storefront/public-page.ts";
import { ShopBanner } from "#app/storefront/shop-banner.tsx";
import { parseShopGender } from "#features/catalog/listing-filter.ts";
import { findShopPage } from "#features/catalog/listing-queries.server.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/shop.ts";

const FILTERS = [
  { label: "All", gender: "all", to: "/shop" },
  { label: "Female", gender: "female", to: "/shop?gender=female" },
  { label: "Male", gender: "male", to: "/shop?gender=male" },
] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const url = new URL(request.url);
  const gender = parseShopGender(url.searchParams.get("gender"));
  const page = requestedPage(url);
  const { hero, listing } = await findShopPage(db, { gender, page });
  refuseBeyondLastPage(url, listing);
  const canonical = canonicalAddress(publicUrl, "/shop", {
    gender: gender === "all" ? null : gender,
    page: page === 1 ? null : page,
  });
  return publicPage({ hero, listing, gender, canonical });
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta({
        title: "Shop",
        description:
          "Made-to-measure suits, gowns, separates and accessories from our Georgetown atelier: six collections, one workroom.",
        siteName: matches[1].loaderData?.shell.general.siteName ?? "",
        canonical: loaderData.canonical,
        image: loaderData.hero,
      })
    : [];

export default function Shop({ loaderData }: Route.ComponentProps) {
  const { hero, listing, gender } = loaderData;
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
          emptyText="No products found for the selected filter."
          emptyAction={
            gender === "all" ? undefined : (
              <ButtonLink to="/shop" variant="secondary" preventScrollReset>
                Show everything
              </ButtonLink>
            )
          }
          toolbar={
            <ChoiceLinks
              label="Filter by gender"
              choices={FILTERS.map((filter) => ({ ...filter, current: filter.gender === gender }))}
            />
          }
        />
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <ListingError title="shop" />;
}
