import { ChevronDown, SlidersHorizontal } from "lucide-react";
import { Link, useLocation } from "react-router";
import { HeroBand } from "#app/components/hero/hero-band.tsx";
import { countFacetsShown } from "#app/components/product/facets-shown.server.ts";
import {
  listingSeo,
  refuseBeyondLastPage,
  requestedPage,
  shownQuery,
} from "#app/components/product/listing-url.ts";
import {
  ListingError,
  NO_PRODUCTS_YET,
  ProductListing,
} from "#app/components/product/product-listing.tsx";
import { pageTrail } from "#app/seo/breadcrumb-trail.ts";
import { describeListing } from "#app/seo/describe-page.server.ts";
import { toSharedImage } from "#app/seo/social-cards.server.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { prefetchedOr } from "#app/web/page-prefetch.browser.ts";
import { listingTags } from "#core/content-tag.ts";
import { garmentTypeName } from "#core/garment-type-name.ts";
import type { CatalogFilter } from "#features/catalog/listing/listing-filter.ts";
import {
  CATALOG_FILTERS,
  parseCatalogFilter,
  parseShopGender,
} from "#features/catalog/listing/listing-filter.ts";
import { catalogScope, findCatalogPage } from "#features/catalog/listing/listing-queries.server.ts";
import { chosenCount, parseListingView } from "#features/catalog/listing/listing-view.ts";
import { packListing } from "#features/catalog/listing/packed-products.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import type { Route } from "./+types/catalog.ts";

const choices: readonly { slug: CatalogFilter; label: string; to: string }[] = [
  { slug: null, label: "All", to: "/catalog" },
  ...CATALOG_FILTERS.map(({ garmentType, slug }) => {
    return { slug, label: garmentTypeName(garmentType).plural, to: `/catalog?filter=${slug}` };
  }),
];

/** The filters are a column, or a Filters toggle on small screens (specification 2). */
function CatalogFilters({ current }: { current: CatalogFilter }) {
  const { pathname, search } = useLocation();
  const label = choices.find((choice) => choice.slug === current)?.label;
  return (
    <>
      <details key={current} className="group mb-8 border-y border-line lg:hidden">
        <summary className="flex min-h-12 list-none items-center justify-between text-sm font-medium">
          <span>
            Filters
            {current !== null && <span className="font-normal text-ink-quiet">, {label}</span>}
          </span>
          <ChevronDown
            size={18}
            aria-hidden="true"
            className="transition-transform group-open:rotate-180"
          />
        </summary>
        <FilterLinks current={current} className="grid grid-cols-2" />
        <Link
          to={pathname + shownQuery(search, true)}
          preventScrollReset
          className="mb-2 flex min-h-12 items-center gap-2 border-t border-line text-sm transition-colors hover:text-demerara"
        >
          <SlidersHorizontal size={16} aria-hidden="true" />
          More filters
        </Link>
      </details>
      <div className="hidden lg:block">
        <FilterLinks current={current} className="sticky top-28" />
      </div>
    </>
  );
}

function FilterLinks({ current, className }: { current: CatalogFilter; className: string }) {
  return (
    <nav aria-label="Filters">
      <ul className={className}>
        {choices.map((choice) => (
          <li key={choice.label}>
            <Link
              to={choice.to}
              preventScrollReset
              aria-current={choice.slug === current ? "true" : undefined}
              className={classNames(
                "flex min-h-11 items-center text-sm transition-colors",
                choice.slug === current
                  ? "font-medium underline decoration-1 underline-offset-[0.5em]"
                  : "text-ink-quiet hover:text-demerara",
              )}
            >
              {choice.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const filter = parseCatalogFilter(url.searchParams.get("filter"));
  const page = requestedPage(url);
  const view = parseListingView(url.searchParams);
  const gender = parseShopGender(url.searchParams.get("gender"));
  const [{ hero, listing }, facets] = await Promise.all([
    findCatalogPage(db, { filter, gender, page, view }),
    countFacetsShown(db, url, { scope: catalogScope(filter), gender, view }),
  ]);
  refuseBeyondLastPage(url, listing);
  const type = titleOf(filter);
  const otherChoices = gender === "all" ? 0 : 1;
  const head = describeListing(context, {
    title: type ? `${type} | Product Catalog` : "Product Catalog",
    description:
      "Every suit, dress, jacket, shirt, pair of pants and piece of outerwear we cut, in one catalog: made to measure or in your size.",
    image: () => hero && toSharedImage(hero),
    listing,
    placement: listingSeo({
      publicUrl,
      path: "/catalog",
      own: { filter },
      page,
      view,
      otherChoices,
    }),
  });
  return publicPage(
    { hero, listing: packListing(listing), filter, gender, view, facets, head },
    listingTags(listing.products),
  );
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  prefetchedOr(request, serverLoader);

export const headers: Route.HeadersFunction = loaderHeadersOnly;

const titleOf = (filter: string | null) =>
  choices.find(({ slug }) => slug !== null && slug === filter)?.label ?? null;

export const meta: Route.MetaFunction = pageMeta;

export default function Catalog({ loaderData }: Route.ComponentProps) {
  const { hero, listing, filter, gender, view, facets } = loaderData;
  const isNarrowed = filter !== null || gender !== "all" || chosenCount(view) > 0;
  return (
    <>
      <HeroBand image={hero} layout="wide">
        <Breadcrumbs items={pageTrail("Product Catalog")} />
        <h1 className="display mt-4 max-w-[10ch] text-4xl">Product Catalog</h1>
        <p className="mt-5 max-w-[34ch] text-ink-soft">
          Every garment we cut, in a standard size or to your measurements.
        </p>
      </HeroBand>
      <div className="shell grid pt-10 pb-24 md:pt-16 md:pb-36 lg:grid-cols-[10rem_1fr] lg:gap-x-16">
        <CatalogFilters current={filter} />
        <ProductListing
          title={titleOf(filter) ?? "All Pieces"}
          listing={listing}
          emptyText={isNarrowed ? "No products found for the selected filter." : NO_PRODUCTS_YET}
          isNarrowed={isNarrowed}
          emptyAction={
            isNarrowed && (
              <ButtonLink to="/catalog" variant="secondary" preventScrollReset>
                Show everything
              </ButtonLink>
            )
          }
          choices={{ view, facets, gender, hasFilterLink: true }}
          detailsLabel="View Details"
        />
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <ListingError title="Product Catalog" />;
}
