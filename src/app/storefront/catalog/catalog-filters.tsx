import { ChevronDown } from "lucide-react";
import { Link } from "react-router";
import type { CatalogFilter } from "#features/catalog/listing/listing-filter.ts";
import { CATALOG_FILTERS } from "#features/catalog/listing/listing-filter.ts";
import { classNames } from "#ui/class-names.ts";

const choices: readonly { slug: CatalogFilter; label: string; to: string }[] = [
  { slug: null, label: "All", to: "/catalog" },
  ...CATALOG_FILTERS.map(({ slug, label }) => ({ slug, label, to: `/catalog?filter=${slug}` })),
];

/** The catalog's filters as links: a column on wide screens, behind a Filters toggle on small ones (specification 2). */
export function CatalogFilters({ current }: { current: CatalogFilter }) {
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
        <FilterLinks current={current} className="grid grid-cols-2 pb-4" />
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
