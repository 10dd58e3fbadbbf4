import { useOutletContext } from "react-router";
import { ClearAll } from "#app/components/product/chosen-chips.tsx";
import { countFacetsShown } from "#app/components/product/facets-shown.server.ts";
import { ListingError } from "#app/components/product/listing-error.tsx";
import { refuseBeyondLastPage, requestedPage } from "#app/components/product/listing-request.ts";
import { ProductListing } from "#app/components/product/product-listing.tsx";
import { ViewedBefore } from "#app/components/product/viewed-before.tsx";
import { describePage } from "#app/seo/describe-page.server.ts";
import { canonicalUrl } from "#app/web/canonical-url.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/public-page.ts";
import { parseShopGender } from "#features/catalog/listing/listing-filter.ts";
import { chosenCount, parseListingView } from "#features/catalog/listing/listing-view.ts";
import { packListing } from "#features/catalog/listing/packed-products.ts";
import { searchProducts } from "#features/catalog/search/search-queries.server.ts";
import { shownSearch } from "#features/catalog/search/search-text.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import { buttonClass } from "#ui/button-class.ts";
import type { Route } from "./+types/search.ts";
import { NothingFound, WhereToLook } from "./nothing-found.tsx";
import { SearchBox } from "./search-box.tsx";
import { searchNote } from "./search-note.tsx";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const text = shownSearch(url.searchParams.get("q"));
  const gender = parseShopGender(url.searchParams.get("gender"));
  const view = parseListingView(url.searchParams);
  const { query, ...result } = await searchProducts(db, {
    text,
    gender,
    view,
    page: requestedPage(url),
  });
  refuseBeyondLastPage(url, result.listing);
  const facets =
    query === null
      ? null
      : await countFacetsShown(db, url, { scope: {}, search: query, gender, view });
  const head = describePage(context, {
    title: text === "" ? "Search" : `“${text}” | Search`,
    description: "Search the atelier by garment, cloth, colour or name.",
    canonical: canonicalUrl(publicUrl, "/search", { q: text === "" ? null : text }),
    // What people search for is no page of the shop's own.
    indexed: false,
  });
  const listing = packListing(result.listing);
  return publicPage({ text, gender, view, facets, ...result, listing, head });
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const meta: Route.MetaFunction = pageMeta;

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { text, gender, view, facets, listing, offers } = loaderData;
  const { menu } = useOutletContext<SiteShell>();
  const isNarrowed = gender !== "all" || chosenCount(view) > 0;
  return (
    <div className="shell pt-10 pb-24 md:pt-16 md:pb-36">
      <h1 className="display text-4xl">Search</h1>
      <SearchBox look="large" label="Search the shop" text={text} className="mt-6 max-w-prose" />
      <div className="mt-12 md:mt-16">
        {text === "" && (
          <>
            <WhereToLook title="Or look here" menu={menu} />
            <ViewedBefore className="mt-20" />
          </>
        )}
        {text !== "" && listing.total === 0 && !isNarrowed && (
          <>
            <NothingFound text={text} offers={offers} menu={menu} />
            <ViewedBefore className="mt-20" />
          </>
        )}
        {text !== "" && (listing.total > 0 || isNarrowed) && (
          <ProductListing
            title={`“${text}”`}
            listing={listing}
            emptyText="No products found for the selected filter."
            emptyAction={<ClearAll withGender className={buttonClass("secondary", "md")} />}
            choices={{ view, facets, gender, ownSort: "Relevance" }}
            note={searchNote(loaderData)}
          />
        )}
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  return <ListingError title="search" />;
}
