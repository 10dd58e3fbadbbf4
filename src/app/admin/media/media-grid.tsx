import { Link } from "react-router";
import { mediaQuery } from "#features/media/media-filter.ts";
import { formatBytes } from "#features/media/media-item.ts";
import { classNames } from "#ui/class-names.ts";
import { mediaUsesLabel } from "./media-messages.ts";
import { MediaPreview } from "./media-preview.tsx";
import type { MediaRowsProps } from "./media-table.tsx";

/** The library as a wall of pictures; a press opens one beside it. */
export function MediaGrid({ rows, filter }: Pick<MediaRowsProps, "rows" | "filter">) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 xl:grid-cols-5">
      {rows.map((item) => {
        const isOpen = item.id === filter.itemId;
        return (
          <li key={item.id}>
            <Link
              to={{ search: mediaQuery(filter, { itemId: item.id }) }}
              preventScrollReset
              aria-current={isOpen ? "true" : undefined}
              className="group block"
            >
              <span
                className={classNames(
                  "block outline-2 outline-offset-2 transition-opacity group-hover:opacity-85",
                  isOpen ? "outline-demerara" : "outline-transparent",
                )}
              >
                <MediaPreview item={item} look="tile" />
              </span>
              <span className="mt-2 block truncate text-sm font-medium" title={item.name}>
                {item.name}
              </span>
              <span className="figures block truncate text-xs text-ink-quiet">
                {formatBytes(item.byteSize)} · {mediaUsesLabel(item.uses)}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
