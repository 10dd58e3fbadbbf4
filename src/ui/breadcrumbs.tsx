import { Link } from "react-router";

export type Crumb = { label: string; to?: string };

/** The way here; the last entry is this page and is no link. */
export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-ink-quiet">
      <ol className="flex flex-wrap items-center">
        {items.map((crumb, place) => (
          <li key={crumb.label} className="flex items-center">
            {place > 0 && (
              <span aria-hidden="true" className="px-2 text-edge">
                /
              </span>
            )}
            {crumb.to === undefined || place === items.length - 1 ? (
              <span aria-current={place === items.length - 1 ? "page" : undefined}>
                {crumb.label}
              </span>
            ) : (
              <Link to={crumb.to} className="py-2 transition-colors hover:text-demerara">
                {crumb.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
