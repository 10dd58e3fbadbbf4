import type { MouseEvent } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";

export type Crumb = {
  label: string;
  to?: string;
  /** Runs before the link is followed and may prevent it. */
  onFollow?: (event: MouseEvent) => void;
};

/** The last entry has no link and shrinks first. */
export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-xs text-ink-quiet print:hidden">
      <ol className="flex items-center whitespace-nowrap">
        {items.map((crumb, index) => {
          const isHere = index === items.length - 1;
          return (
            <li
              key={crumb.label}
              className={classNames(
                "flex items-center",
                index === 0 ? "shrink-0" : "min-w-0",
                isHere && "shrink-[99]",
              )}
            >
              {index > 0 && (
                <span aria-hidden="true" className="px-2 text-edge">
                  /
                </span>
              )}
              {crumb.to === undefined || isHere ? (
                <span aria-current={isHere ? "page" : undefined} className="truncate">
                  {crumb.label}
                </span>
              ) : (
                <Link
                  to={crumb.to}
                  onClick={crumb.onFollow}
                  className="truncate py-2 transition-colors hover:text-demerara pointer-coarse:py-3.5"
                >
                  {crumb.label}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
