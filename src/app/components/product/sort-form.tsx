import { ChevronDown } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import type { ListingView } from "#features/catalog/listing/listing-view.ts";
import { changedQuery, SORTS } from "#features/catalog/listing/listing-view.ts";

type Props = {
  view: ListingView;
  /** The first order's name: "Newest", or "Relevance" where there is a search. */
  ownSort: string;
};

/** The order as the browser's own list; without a script a button sends it. */
export function SortForm({ view, ownSort }: Props) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const kept = [...new URLSearchParams(changedQuery(search, { sort: null, show: null }))];
  const others = ownSort === "Newest" ? SORTS.slice(1) : SORTS;
  const chosen = others.some(({ slug }) => slug === view.sort) ? (view.sort ?? "") : "";
  return (
    <form action={pathname} className="flex items-center gap-2 text-sm">
      {kept.map(([name, value]) => (
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
