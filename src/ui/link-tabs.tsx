import { Link } from "react-router";
import { classNames } from "./class-names.ts";

export type LinkTab = {
  label: string;
  /** How many there are behind it, where that is counted. */
  count?: number;
  /** The query of its address, "" for none. */
  search: string;
  current: boolean;
};

type Props = {
  /** What the tabs choose between, for screen readers. */
  label: string;
  tabs: readonly LinkTab[];
  className?: string;
};

/** Views of one thing as a row of tabs on a hairline; links, so that a view can be kept and sent. */
export function LinkTabs({ label, tabs, className }: Props) {
  return (
    <nav aria-label={label} className={classNames("border-b border-line", className)}>
      <ul className="-mb-px flex gap-5 overflow-x-auto sm:gap-7">
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
                <span className="figures text-xs text-ink-quiet">
                  {tab.count.toLocaleString("en-US")}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
