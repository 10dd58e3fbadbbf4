/** A page to link to, or a gap that stands for those left out. */
export type PageWindowEntry = number | "gap-before" | "gap-after";

/**
 * The pages a pager shows: first, last, and `reach` on either side of the current one. A gap never hides a
 * single page (that page is shown instead), and a page out of range counts as the nearest one in range.
 */
export function pageWindow(page: number, pageCount: number, reach = 1): PageWindowEntry[] {
  if (pageCount < 1) return [];
  const current = Math.min(Math.max(page, 1), pageCount);
  const from = current - reach <= 3 ? 1 : current - reach;
  const to = current + reach >= pageCount - 2 ? pageCount : current + reach;
  const middle = Array.from({ length: to - from + 1 }, (_, place) => from + place);
  return [
    ...(from > 1 ? ([1, "gap-before"] as const) : []),
    ...middle,
    ...(to < pageCount ? (["gap-after", pageCount] as const) : []),
  ];
}
