import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link, useLocation } from "react-router";
import { classNames } from "./class-names.ts";
import { pageWindow } from "./page-window.ts";

type Props = {
  page: number;
  pageCount: number;
  /** What is paged, for screen readers: "Products". */
  label: string;
  /** The query parameter that carries the page; the first page has none. */
  param?: string;
};

const place = "flex min-h-11 min-w-11 items-center justify-center px-2 text-sm transition-colors";

/** Real links to the pages around this one; every other query parameter is kept. Nothing when there is one page. */
export function Pagination({ page, pageCount, label, param = "page" }: Props) {
  const { pathname, search } = useLocation();
  if (pageCount < 2) return null;
  const addressOf = (target: number) => {
    const query = new URLSearchParams(search);
    if (target === 1) query.delete(param);
    else query.set(param, String(target));
    const text = query.toString();
    return text === "" ? pathname : `${pathname}?${text}`;
  };
  return (
    <nav
      aria-label={`${label}, pages`}
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
                  place,
                  entry === page
                    ? "underline decoration-1 underline-offset-8"
                    : "text-ink-quiet hover:text-demerara",
                )}
              >
                {entry}
              </Link>
            ) : (
              <span aria-hidden="true" className={classNames(place, "text-ink-quiet")}>
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
