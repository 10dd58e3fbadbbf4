import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useNavigationType, useOutletContext } from "react-router";
import { ClearAll } from "#app/components/product/facet-form.tsx";
import { countFacetsShown } from "#app/components/product/facets-shown.server.ts";
import { refuseBeyondLastPage, requestedPage } from "#app/components/product/listing-url.ts";
import { ListingError, ProductListing } from "#app/components/product/product-listing.tsx";
import { ViewedBefore } from "#app/components/product/viewed-before.tsx";
import { SearchBox } from "#app/components/search/search-box.tsx";
import { describePage } from "#app/seo/describe-page.server.ts";
import { CollectionLink } from "#app/shell/collection-link.tsx";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { canonicalUrl, pageMeta } from "#app/web/page-meta.ts";
import { listingTags } from "#core/content-tag.ts";
import { parseShopGender } from "#features/catalog/listing/listing-filter.ts";
import { chosenCount, parseListingView } from "#features/catalog/listing/listing-view.ts";
import { packListing } from "#features/catalog/listing/packed-products.ts";
import type { FoundPage } from "#features/catalog/search/page-search.ts";
import { pagesLike } from "#features/catalog/search/page-search.ts";
import { searchProducts } from "#features/catalog/search/search-queries.server.ts";
import { shownSearch } from "#features/catalog/search/search-text.ts";
import type { MenuCollection, SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { ButtonLink, buttonClass } from "#ui/button.tsx";
import type { Route } from "./+types/search.ts";

type Understood = {
  correctedText: string | null;
  unknownTerms: readonly string[];
  isPartial: boolean;
};

/** Explains a search that was interpreted differently from its text; null otherwise. */
function searchNote({ correctedText, unknownTerms, isPartial }: Understood): ReactNode {
  if (isPartial)
    return "No piece matches all of these words. These match some of them, or come close.";
  if (correctedText === null && unknownTerms.length === 0) return null;
  return (
    <>
      {correctedText !== null && (
        <>
          Showing pieces for <strong className="font-medium text-ink">{correctedText}</strong>.{" "}
        </>
      )}
      {unknownTerms.length > 0 && `We found nothing for ${listed(unknownTerms)}.`}
    </>
  );
}

const listed = (terms: readonly string[]) => terms.map((word) => `“${word}”`).join(" or ");

type Props = {
  text: string;
  offers: readonly string[];
  menu: readonly MenuCollection[];
  /** True when a page answers the search. */
  hasPages: boolean;
};

/** Offers similar words, collections and the shop. */
function NothingFound({ text, offers, menu, hasPages }: Props) {
  return (
    <>
      <h2 className="display text-2xl text-balance wrap-anywhere">
        {hasPages ? `No pieces for “${text}”` : `Nothing found for “${text}”`}
      </h2>
      {offers.length > 0 ? (
        <p className="mt-3 text-ink-soft">
          Did you mean{" "}
          {offers.map((offer, index) => (
            <span key={offer}>
              {index > 0 && (index === offers.length - 1 ? " or " : ", ")}
              <Link to={`/search?${new URLSearchParams({ q: offer })}`} className="link py-2">
                {offer}
              </Link>
            </span>
          ))}
          ?
        </p>
      ) : (
        <p className="mt-3 max-w-prose text-ink-soft">
          Try a garment, a cloth or a color: linen shirt, velvet, navy.
        </p>
      )}
      <div className="mt-14">
        <WhereToLook title="Or look here" menu={menu} />
      </div>
    </>
  );
}

function PagesFound({ pages }: { pages: readonly FoundPage[] }) {
  if (pages.length === 0) return null;
  return (
    <section aria-labelledby="pages-found" className="mb-12 md:mb-16">
      <h2 id="pages-found" className="eyebrow border-b border-line pb-3">
        Pages and help
      </h2>
      <ul>
        {pages.map(({ title, path }) => (
          <li key={path} className="border-b border-line">
            <Link
              to={path}
              className="group flex min-h-12 items-center justify-between gap-4 transition-colors hover:text-demerara"
            >
              {title}
              <ArrowRight
                size={18}
                aria-hidden="true"
                className="shrink-0 transition-transform group-hover:translate-x-1"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WhereToLook({ title, menu }: { title: string; menu: readonly MenuCollection[] }) {
  return (
    <section aria-labelledby="look-here">
      <h2 id="look-here" className="eyebrow border-b border-line pb-3">
        {title}
      </h2>
      <ul className="mt-6 grid gap-x-10 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {menu.map((collection) => (
          <li key={collection.path}>
            <CollectionLink collection={collection} />
          </li>
        ))}
      </ul>
      <ButtonLink to="/shop" variant="secondary" className="mt-8">
        Browse Shop
      </ButtonLink>
    </section>
  );
}

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
    description: "Search the atelier by garment, cloth, color or name.",
    canonical: canonicalUrl(publicUrl, "/search", { q: text === "" ? null : text }),
    // Search pages are not indexed.
    indexed: false,
  });
  const listing = packListing(result.listing);
  const pages = pagesLike(text);
  return publicPage(
    { text, gender, view, facets, ...result, listing, pages, head },
    listingTags(result.listing.products),
  );
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const meta: Route.MetaFunction = pageMeta;

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { text, gender, view, facets, listing, offers, pages } = loaderData;
  const { menu } = useOutletContext<SiteShell>();
  const isNarrowed = gender !== "all" || chosenCount(view) > 0;
  // Opened by the header's link, which is how phones search.
  const isOpened = useNavigationType() !== "POP" && text === "";
  return (
    <div className="shell pt-10 pb-24 md:pt-16 md:pb-36">
      <h1 className="display text-4xl">Search</h1>
      <SearchBox
        look="large"
        label="Search the shop"
        text={text}
        hasFocus={isOpened}
        className="mt-6 max-w-prose"
      />
      <div className="mt-12 md:mt-16">
        {text === "" && (
          <>
            <WhereToLook title="Or look here" menu={menu} />
            <ViewedBefore className="mt-20" />
          </>
        )}
        <PagesFound pages={pages} />
        {text !== "" && listing.total === 0 && !isNarrowed && (
          <>
            <NothingFound text={text} offers={offers} menu={menu} hasPages={pages.length > 0} />
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
