/** What the media library shows of itself: everything, one type, or what no page shows. */
export const MEDIA_SHOWS = ["all", "image", "video", "unused"] as const;

export type MediaShow = (typeof MEDIA_SHOWS)[number];

/** What the media library shows, exactly as its address says it. */
export type MediaFilter = {
  show: MediaShow;
  /** A part of a name or of an alt text; empty for all. */
  search: string;
  view: "table" | "grid";
  /** The item opened beside the list, or null. */
  itemId: string | null;
  /** From 1. */
  page: number;
};

/** Items on one page of the library. */
export const MEDIA_A_PAGE = 40;

const LONGEST_SEARCH = 120;

/** Reads the library's address; what makes no sense is left out. */
export function readMediaFilter(params: URLSearchParams): MediaFilter {
  const page = params.get("page") ?? "";
  return {
    show: MEDIA_SHOWS.find((show) => show === params.get("show")) ?? "all",
    search: (params.get("q") ?? "").trim().slice(0, LONGEST_SEARCH),
    view: params.get("view") === "grid" ? "grid" : "table",
    itemId: params.get("item"),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** Writes the library's address as the dashboard's tab; changing what is shown starts at the first page. */
export function mediaQuery(filter: MediaFilter, changes: Partial<MediaFilter> = {}): string {
  const isSameList = changes.show === undefined && changes.search === undefined;
  const next = { ...filter, ...(isSameList ? {} : { page: 1, itemId: null }), ...changes };
  const params = new URLSearchParams({ tab: "media" });
  if (next.show !== "all") params.set("show", next.show);
  if (next.search) params.set("q", next.search);
  if (next.view === "grid") params.set("view", "grid");
  if (next.page > 1) params.set("page", String(next.page));
  if (next.itemId) params.set("item", next.itemId);
  return `?${params}`;
}
