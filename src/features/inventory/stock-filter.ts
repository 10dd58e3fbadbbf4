/** What the stock page lists: every counted combination, those that run low, or those that are sold out. */
export const STOCK_VIEWS = ["all", "low", "out"] as const;

export type StockView = (typeof STOCK_VIEWS)[number];

/** What the stock page shows, exactly as its address says it. */
export type StockFilter = {
  view: StockView;
  /** Part of a product's name, or the beginning of a SKU; empty for all. */
  search: string;
  /** From 1. */
  page: number;
};

/** Combinations, and movements of one of them, on one page. */
export const STOCK_A_PAGE = 50;

const LONGEST_SEARCH = 120;

/** Reads a page's number; what makes no sense is the first. */
export function readPage(text: string | null): number {
  return /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;
}

/** Reads the page's address; what makes no sense is left out. */
export function readStockFilter(params: URLSearchParams): StockFilter {
  return {
    view: STOCK_VIEWS.find((view) => view === params.get("view")) ?? "all",
    // Postgres takes no NUL.
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, LONGEST_SEARCH),
    page: readPage(params.get("page")),
  };
}

/** Writes the page's query, from its first page; "" for everything. */
export function stockQuery({ view, search }: Omit<StockFilter, "page">): string {
  const params = new URLSearchParams();
  if (view !== "all") params.set("view", view);
  if (search) params.set("q", search);
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}
