import type { ReactNode } from "react";
import { useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigation, useNavigationType } from "react-router";
import type { PackedListing } from "#features/catalog/listing/packed-products.ts";
import { unpackProducts } from "#features/catalog/listing/packed-products.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { SkeletonGrid } from "#ui/skeleton.tsx";
import { ChosenChips } from "./chosen-chips.tsx";
import type { ListingChoices } from "./listing-choices.ts";
import { FiltersOnPage, ListingTools } from "./listing-tools.tsx";
import { showsTheSame } from "./listing-url.ts";
import { ProductGrid } from "./product-grid.tsx";

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
