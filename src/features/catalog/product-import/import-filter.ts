export const IMPORT_SHOWS = ["all", "new", "changed", "unchanged", "refused", "noted"] as const;

export type ImportShow = (typeof IMPORT_SHOWS)[number];

export type ImportFilter = { show: ImportShow; page: number };

export const LINES_A_PAGE = 40;

/** The default is the first page of all. */
export function readImportFilter(params: URLSearchParams): ImportFilter {
  const show = IMPORT_SHOWS.find((each) => each === params.get("show")) ?? "all";
  const page = Number(params.get("page"));
  return { show, page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1 };
}
