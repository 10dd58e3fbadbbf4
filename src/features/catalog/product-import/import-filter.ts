import { PAGE_FILTER, readPageNumber } from "#core/page-number.ts";
import { readListSearch } from "#core/submitted-text.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";

export const IMPORT_SHOWS = ["all", "new", "changed", "unchanged", "refused", "noted"] as const;

export type ImportShow = (typeof IMPORT_SHOWS)[number];

/** `search` is a part of a handle or a name. */
export type ImportFilter = { show: ImportShow; search: string; page: number };

export const LINES_A_PAGE = 40;

/** Every filter of an import's lines and what it can read. */
export const IMPORT_FILTERS: readonly FilterReader[] = [
  { label: "Show", name: "show", isReadable: oneOf(IMPORT_SHOWS) },
  PAGE_FILTER,
];

/** The default is the first page of all. */
export function readImportFilter(params: URLSearchParams): ImportFilter {
  const show = IMPORT_SHOWS.find((each) => each === params.get("show")) ?? "all";
  return {
    show,
    search: readListSearch(params),
    page: readPageNumber(params.get("page")),
  };
}
