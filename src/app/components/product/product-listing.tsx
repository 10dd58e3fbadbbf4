import { ChevronDown, SlidersHorizontal, X } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useMemo, useRef } from "react";
import { Link, useLocation, useNavigate, useNavigation, useNavigationType } from "react-router";
import { countLabel } from "#core/format-number.ts";
import { unreadableFilters } from "#core/unreadable-filters.ts";
import type { ListingView } from "#features/catalog/listing/listing-view.ts";
import {
  changedQuery,
  chipsOf,
  FACET_PARAMETERS,
  LISTING_FILTERS,
  SORTS,
} from "#features/catalog/listing/listing-view.ts";
import type { PackedListing } from "#features/catalog/listing/packed-products.ts";
import { unpackProducts } from "#features/catalog/listing/packed-products.ts";
import { buttonClass } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { useHydrated, useLazyPart } from "#ui/hydration.ts";
import { EmptyState, ErrorPanel } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { SkeletonGrid } from "#ui/skeleton.tsx";
import { ClearAll, FacetForm } from "./facet-form.tsx";
import type { ListingChoices } from "./listing-url.ts";
import { isShowingFilters, shownQuery, showsTheSame } from "./listing-url.ts";
import { ProductGrid } from "./product-grid.tsx";

const loadDrawer = () => import("./facet-drawer.tsx").then((module) => module.FacetDrawer);

/** Sorting and filters above the products. The drawer of the filters needs JavaScript. */
function ListingTools(props: ListingChoices) {
  const { view, gender = "all", hasFilterLink } = props;
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
    <div
      className={classNames(
        "flex items-center justify-between gap-7 max-md:w-full",
        hasFilterLink && "max-lg:justify-end",
      )}
    >
      <Link
        to={pathname + shownQuery(search, true)}
        preventScrollReset
        onPointerEnter={() => void request()}
        onFocus={() => void request()}
        className={classNames(
          "inline-flex min-h-11 items-center gap-2 text-sm transition-colors hover:text-demerara",
          hasFilterLink && "max-lg:hidden",
        )}
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

function useWantedSearch(): string {
  const { pathname, search } = useLocation();
  const { location } = useNavigation();
  return location?.pathname === pathname ? location.search : search;
}

/** Shown until the script runs. */
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

/** What a listing says while the shop has nothing to list, whatever is filtered. */
export const NO_PRODUCTS_YET = "No pieces available yet. Check back soon for our first collection.";

type ProductListingProps = {
  title: string;
  listing: PackedListing;
  emptyText: string;
  emptyAction?: ReactNode;
  toolbar?: ReactNode;
  choices?: ListingChoices;
  /** False for a listing without any filter: while it is empty, there is nothing to filter or sort. */
  isNarrowed?: boolean;
  /** Renders between the title and the products. */
  note?: ReactNode;
  priorityCount?: number;
  detailsLabel?: string;
};

/** Covers the same path with other parameters, and sibling pages. */
function useListingPending(): boolean {
  const { pathname, search } = useLocation();
  const { state, location } = useNavigation();
  if (state !== "loading" || !location) return false;
  if (location.pathname === pathname && showsTheSame(location.search, search)) return false;
  const folder = (path: string) => path.split("/").slice(0, -1).join("/") || path;
  return location.pathname === pathname || folder(location.pathname) === folder(pathname);
}

/** Going back restores the scroll position. */
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

/** Shows eight skeletons while another view loads. */
export function ProductListing(props: ProductListingProps) {
  const { title, listing, emptyText, emptyAction, isNarrowed = true, note } = props;
  const hasTools = isNarrowed || listing.total > 0;
  const toolbar = hasTools && props.toolbar;
  const choices = hasTools && props.choices;
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
          <p data-summary="" className="figures text-sm text-ink-quiet">
            {countLabel(listing.total, "item")}
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
      {choices && <LeftOutFilters />}
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

/** Shows that a listing could not be read (specification 2, Shop and collection pages). */
export function ListingError({ title }: { title: string }) {
  return (
    <div className="shell py-20">
      <title>Error Loading Category</title>
      <ErrorPanel
        heading="h1"
        title="Error Loading Category"
        text={`There was an error loading the ${title}. Please try again later.`}
      />
    </div>
  );
}

/** Says which filters of the URL the listing leaves out because their values mean nothing here. */
function LeftOutFilters() {
  const { search } = useLocation();
  const labels = unreadableFilters(new URLSearchParams(search), LISTING_FILTERS);
  if (labels.length === 0) return null;
  return (
    <p className="mt-4 max-w-prose text-ink-soft" role="status">
      {labels.join(", ")}: this filter of the link means nothing here, so the pieces are shown
      without it.
    </p>
  );
}

/** Each filter links to the page without it. */
function ChosenChips({ view, gender = "all" }: Pick<ListingChoices, "view" | "gender">) {
  const { pathname, search } = useLocation();
  const chips = [
    ...(gender === "all"
      ? []
      : [{ label: gender === "female" ? "Female" : "Male", changes: { gender: null } }]),
    ...chipsOf(view).map(({ facet, value, label }) => ({
      label,
      changes: { [FACET_PARAMETERS[facet]]: view[facet].filter((other) => other !== value) },
    })),
  ];
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Chosen filters" className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-2">
      {chips.map(({ label, changes }) => (
        <li key={label}>
          <Link
            to={pathname + changedQuery(search, { ...changes, show: null })}
            preventScrollReset
            aria-label={`Remove ${label}`}
            className="inline-flex min-h-9 items-center gap-2 rounded-hair border border-line px-3 text-sm transition-colors hover:border-ink pointer-coarse:min-h-11"
          >
            {label}
            <X size={14} aria-hidden="true" />
          </Link>
        </li>
      ))}
      <li>
        <ClearAll
          withGender={gender !== "all"}
          className="link inline-flex min-h-9 items-center px-2 text-sm pointer-coarse:min-h-11"
        />
      </li>
    </ul>
  );
}

type SortFormProps = {
  view: ListingView;
  /** Names the default order: "Newest", or "Relevance" for a search. */
  ownSort: string;
};

/** Sorts at once; without JavaScript a button submits the choice. */
function SortForm({ view, ownSort }: SortFormProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const preserved = [...new URLSearchParams(changedQuery(search, { sort: null, show: null }))];
  const others = ownSort === "Newest" ? SORTS.slice(1) : SORTS;
  const chosen = others.some(({ slug }) => slug === view.sort) ? (view.sort ?? "") : "";
  return (
    <form action={pathname} className="flex items-center gap-2 text-sm">
      {preserved.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <span className="relative">
        <select
          name="sort"
          aria-label="Sort by"
          value={chosen}
          onChange={(event) => {
            const sort = event.target.value || null;
            navigate(pathname + changedQuery(search, { sort, show: null }), {
              preventScrollReset: true,
            });
          }}
          className="field-sizing-content min-h-11 appearance-none bg-transparent pr-6 transition-colors hover:text-demerara"
        >
          <option value="">{ownSort}</option>
          {others.map(({ slug, label }) => (
            <option key={slug} value={slug}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={15}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-0 -translate-y-1/2"
        />
      </span>
      <noscript>
        <button type="submit" className="link min-h-11 px-1">
          Sort
        </button>
      </noscript>
    </form>
  );
}

type ChoiceLink = { label: string; to: string; current: boolean };

type ChoiceLinksProps = { label: string; choices: readonly ChoiceLink[] };

/** Links work without JavaScript and can be shared. */
export function ChoiceLinks({ label, choices }: ChoiceLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex gap-7">
        {choices.map((choice) => (
          <li key={choice.label}>
            <Link
              to={choice.to}
              preventScrollReset
              aria-current={choice.current ? "true" : undefined}
              // The touch target is wider than its aligned text.
              className="group -mx-3 flex min-h-11 min-w-11 px-3 text-sm"
            >
              <span
                className={classNames(
                  "flex items-center border-b transition-colors",
                  choice.current
                    ? "border-ink font-medium"
                    : "border-transparent text-ink-quiet group-hover:text-demerara",
                )}
              >
                {choice.label}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
