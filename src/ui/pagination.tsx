import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link, useLocation } from "react-router";
import { formatNumber } from "#core/format-number.ts";
import { classNames } from "./class-names.ts";
import { useOpenLinkInView } from "./scroll-strip.ts";

type PageWindowEntry = number | "gap-before" | "gap-after";

/** Shows the first, the last and `reach` pages on either side; a gap never hides one page. Clamps `page`. */
export function pageWindow(page: number, pageCount: number, reach = 1): PageWindowEntry[] {
  if (pageCount < 1) return [];
  const current = Math.min(Math.max(page, 1), pageCount);
  const from = current - reach <= 3 ? 1 : current - reach;
  const to = current + reach >= pageCount - 2 ? pageCount : current + reach;
  const middle = Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  return [
    ...(from > 1 ? ([1, "gap-before"] as const) : []),
    ...middle,
    ...(to < pageCount ? (["gap-after", pageCount] as const) : []),
  ];
}

type PaginationProps = {
  page: number;
  pageCount: number;
  /** For screen readers: "Products". */
  label: string;
};

const cell = "flex min-h-11 min-w-11 items-center justify-center px-2 text-sm transition-colors";

/** Keeps other query parameters. Renders nothing for one page. */
export function Pagination({ page, pageCount, label }: PaginationProps) {
  const { pathname, search } = useLocation();
  if (pageCount < 2) return null;
  const addressOf = (target: number) => {
    const query = new URLSearchParams(search);
    if (target === 1) query.delete("page");
    else query.set("page", String(target));
    const text = query.toString();
    return text === "" ? pathname : `${pathname}?${text}`;
  };
  return (
    <nav
      aria-label={`${label}, pages`}
      data-summary={`page ${page} of ${pageCount}`}
      className="figures flex items-center justify-between gap-4 border-t border-line pt-4"
    >
      <Step to={page > 1 ? addressOf(page - 1) : null} side="prev" />
      <span className="text-sm text-ink-quiet sm:hidden">
        {page} of {pageCount}
      </span>
      <ol className="hidden sm:flex">
        {pageWindow(page, pageCount).map((entry) => (
          <li key={entry}>
            {typeof entry === "number" ? (
              <Link
                to={addressOf(entry)}
                aria-label={`Page ${entry}`}
                aria-current={entry === page ? "page" : undefined}
                className={classNames(
                  cell,
                  entry === page
                    ? "underline decoration-1 underline-offset-8"
                    : "text-ink-quiet hover:text-demerara",
                )}
              >
                {entry}
              </Link>
            ) : (
              <span aria-hidden="true" className={classNames(cell, "text-ink-quiet")}>
                …
              </span>
            )}
          </li>
        ))}
      </ol>
      <Step to={page < pageCount ? addressOf(page + 1) : null} side="next" />
    </nav>
  );
}

function Step({ to, side }: { to: string | null; side: "prev" | "next" }) {
  const content = (
    <>
      {side === "prev" && <ArrowLeft size={18} aria-hidden="true" />}
      {side === "prev" ? "Previous" : "Next"}
      {side === "next" && <ArrowRight size={18} aria-hidden="true" />}
    </>
  );
  const look = "flex min-h-11 min-w-24 items-center gap-2 text-sm";
  const end = side === "next" ? "justify-end" : "";
  if (to === null) return <span className={classNames(look, end, "invisible")}>{content}</span>;
  return (
    <Link
      to={to}
      rel={side}
      className={classNames(look, end, "font-medium transition-colors hover:text-demerara")}
    >
      {content}
    </Link>
  );
}

type LinkTab = {
  label: string;
  count?: number;
  /** "" for none. */
  search: string;
  current: boolean;
};

type LinkTabsProps = {
  /** Names the choice for screen readers. */
  label: string;
  tabs: readonly LinkTab[];
  className?: string;
};

/** Scrolls a row wider than the screen to the chosen view. */
export function LinkTabs({ label, tabs, className }: LinkTabsProps) {
  const row = useOpenLinkInView<HTMLUListElement>(tabs.find(({ current }) => current)?.label ?? "");
  return (
    <nav aria-label={label} className={classNames("border-b border-line", className)}>
      <ul ref={row} className="-mb-px flex gap-x-5 overflow-x-auto sm:flex-wrap sm:gap-x-7">
        {tabs.map((tab) => (
          <li key={tab.label} className="shrink-0">
            <Link
              to={{ search: tab.search }}
              aria-current={tab.current ? "page" : undefined}
              className={classNames(
                "flex min-h-11 items-center gap-2 border-b-2 text-sm transition-colors -outline-offset-2",
                tab.current
                  ? "border-ink font-medium"
                  : "border-transparent text-ink-quiet hover:text-ink",
              )}
            >
              {tab.label}{" "}
              {tab.count !== undefined && (
                <span className="figures text-xs text-ink-quiet">{formatNumber(tab.count)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
