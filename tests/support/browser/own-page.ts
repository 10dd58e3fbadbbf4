/**
 * What the server answered with a page of the route: 404 and 410 are its own page for a link that is over, 422 a form with a mistake
 * that was submitted before the script ran.
 */
const STATUSES_OF_PAGES: readonly number[] = [200, 404, 410, 422];

/** What the panels say that stand in for a page: `error-screen.tsx` and `admin-page.tsx`. */
export const TITLES_OF_PANELS: readonly string[] = [
  "Page Not Found",
  "Something went wrong",
  "For the atelier",
];

/** Whether the window shows the page of its route, and not a panel that stands in for it. */
export function isOwnPage({
  status,
  titles,
}: {
  status: number;
  titles: readonly string[];
}): boolean {
  const isPanel = titles.some((title) => TITLES_OF_PANELS.includes(title));
  return STATUSES_OF_PAGES.includes(status) && !isPanel;
}
