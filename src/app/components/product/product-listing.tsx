import { SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useMemo, useRef } from "react";
import { Link, useLocation, useNavigate, useNavigation, useNavigationType } from "react-router";
import { chipsOf } from "#features/catalog/listing/listing-view.ts";
import type { PackedListing } from "#features/catalog/listing/packed-products.ts";
import { unpackProducts } from "#features/catalog/listing/packed-products.ts";
import { buttonClass } from "#ui/button.tsx";
import { useHydrated, useLazyPart } from "#ui/hydration.ts";
import { EmptyState } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { SkeletonGrid } from "#ui/skeleton.tsx";
import { ChosenChips } from "./chosen-chips.tsx";
import { FacetForm } from "./facet-form.tsx";
import type { ListingChoices } from "./listing-choices.ts";
import { isShowingFilters, shownQuery, showsTheSame } from "./listing-url.ts";
import { ProductGrid } from "./product-grid.tsx";
import { SortForm } from "./sort-form.tsx";

const loadDrawer = () => import("./facet-drawer.tsx").then((module) => module.FacetDrawer);

/** Filter and sort. Both are links and forms underneath: with a script the filters come in a drawer and apply as they are ticked. */
function ListingTools(props: ListingChoices) {
  const { view, gender = "all" } = props;
  const { pathname, search } = useLocation();
  const { part: FacetDrawer, request } = useLazyPart(loadDrawer);
  const navigate = useNavigate();
  const wanted = useWantedSearch();
  const showing = isShowingFilters(wanted);
  useEffect(() => {
    if (showing) void request();
  }, [showing, request]);
  const count = chipsOf(view).length + (gender === "all" ? 0 : 1);
  return (
    <div className="flex items-center justify-between gap-7 max-md:w-full">
      <Link
        to={pathname + shownQuery(search, true)}
        preventScrollReset
        onPointerEnter={() => void request()}
        onFocus={() => void request()}
        className="inline-flex min-h-11 items-center gap-2 text-sm transition-colors hover:text-demerara"
      >
        <SlidersHorizontal size={16} aria-hidden="true" />
        Filter
        {count > 0 && <span className="figures text-ink-quiet">({count})</span>}
      </Link>
      <SortForm view={view} ownSort={props.ownSort ?? "Newest"} />
      {FacetDrawer && (
        <FacetDrawer
          {...props}
          open={showing}
          onClose={() => {
            const to = pathname + shownQuery(wanted, false);
            navigate(to, { replace: true, preventScrollReset: true });
          }}
        />
      )}
    </div>
  );
}

/** The query of this page, or of its next view when that is on its way. */
function useWantedSearch(): string {
  const { pathname, search } = useLocation();
  const { location } = useNavigation();
  return location?.pathname === pathname ? location.search : search;
}

/** The filters on the page itself: for browsers without a script, and until it runs. */
function FiltersOnPage(props: ListingChoices) {
  const isHydrated = useHydrated();
  if (isHydrated || !props.facets) return null;
  return (
    <div className="mt-6 border-b border-line pb-8">
      <FacetForm {...props} facets={props.facets} columns>
        <button type="submit" className={buttonClass("primary", "md")}>
          Show pieces
        </button>
      </FacetForm>
    </div>
  );
}

type Props = {
  title: string;
  listing: PackedListing;
  emptyText: string;
  /** The way on from an empty listing. */
  emptyAction?: ReactNode;
  /** Filters, at the right of the title. */
  toolbar?: ReactNode;
  /** The shopper's filters and order. */
  choices?: ListingChoices;
  /** A sentence between the title and the products. */
  note?: ReactNode;
  priorityCount?: number;
  detailsLabel?: string;
};

/** Whether another view of this listing is on its way: the same address with other parameters, or a sister page of the same folder. */
function useListingPending(): boolean {
  const { pathname, search } = useLocation();
  const { state, location } = useNavigation();
  if (state !== "loading" || !location) return false;
  if (location.pathname === pathname && showsTheSame(location.search, search)) return false;
  const folder = (path: string) => path.split("/").slice(0, -1).join("/") || path;
  return location.pathname === pathname || folder(location.pathname) === folder(pathname);
}

/** A new page of the listing begins at its title, not at the top of the document; going back keeps the old place. */
function useTitleInView(page: number) {
  const title = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  const goesOn = useNavigationType() === "PUSH";
  useEffect(() => {
    if (shown.current !== page && goesOn) title.current?.scrollIntoView();
    shown.current = page;
  }, [page, goesOn]);
  return title;
}

/** A grid of products under its title and count, with pages; skeletons of eight while another view is on its way. */
export function ProductListing(props: Props) {
  const { title, listing, emptyText, emptyAction, toolbar, choices, note } = props;
  const { priorityCount, detailsLabel } = props;
  const products = useMemo(() => unpackProducts(listing.products), [listing.products]);
  const pending = useListingPending();
  const titleRef = useTitleInView(listing.page);
  return (
    <section aria-labelledby="listing-title" aria-busy={pending}>
      <div
        ref={titleRef}
        className="flex flex-wrap items-end justify-between gap-x-8 border-b border-line"
      >
        <div className="flex items-baseline gap-4 pb-3">
          <h2 id="listing-title" className="display text-2xl">
            {title}
          </h2>
          <p className="figures text-sm text-ink-quiet">
            {listing.total} {listing.total === 1 ? "item" : "items"}
          </p>
        </div>
        {(toolbar || choices) && (
          <div className="-mb-px flex flex-wrap items-center justify-between gap-x-10 max-md:w-full">
            {toolbar}
            {choices && <ListingTools {...choices} />}
          </div>
        )}
      </div>
      {choices && <ChosenChips {...choices} />}
      {choices && <FiltersOnPage {...choices} />}
      {note && <p className="mt-4 max-w-prose text-ink-soft">{note}</p>}
      <div className="mt-8 md:mt-10">
        {pending && <SkeletonGrid label="Loading" />}
        {!pending && products.length === 0 && <EmptyState title={emptyText} action={emptyAction} />}
        {!pending && products.length > 0 && (
          <ProductGrid
            products={products}
            {...(priorityCount === undefined ? {} : { priorityCount })}
            {...(detailsLabel === undefined ? {} : { detailsLabel })}
          />
        )}
      </div>
      <div className="mt-14">
        <Pagination page={listing.page} pageCount={listing.pageCount} label={title} />
      </div>
    </section>
  );
}
