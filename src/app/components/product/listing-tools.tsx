import { SlidersHorizontal } from "lucide-react";
import { useEffect } from "react";
import { Link, useLocation, useNavigate, useNavigation } from "react-router";
import { chipsOf } from "#features/catalog/listing/listing-view.ts";
import { buttonClass } from "#ui/button-class.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { useLazyPart } from "#ui/use-lazy-part.ts";
import { FacetForm } from "./facet-form.tsx";
import type { ListingChoices } from "./listing-choices.ts";
import { isShowingFilters, shownQuery } from "./listing-url.ts";
import { SortForm } from "./sort-form.tsx";

const loadDrawer = () => import("./facet-drawer.tsx").then((module) => module.FacetDrawer);

/** Filter and sort. Both are links and forms underneath: with a script the filters come in a drawer and apply as they are ticked. */
export function ListingTools(props: ListingChoices) {
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
export function FiltersOnPage(props: ListingChoices) {
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
