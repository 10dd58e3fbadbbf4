/** The heading of the page; a page that is hidden while the next one loads has none. */
export function pageHeading(): HTMLElement | null {
  const headings = document.querySelectorAll<HTMLElement>("main h1");
  return [...headings].find((heading) => heading.closest("[hidden]") === null) ?? null;
}

/**
 * Puts the focus where reading starts, without scrolling: at the element that the hash of the URL names, at the page's
 * heading, or at its main part. A screen reader reads what has the focus.
 */
export function focusPageStart(hash = ""): void {
  const named = hash === "" ? null : document.getElementById(decodeHash(hash));
  const start = named ?? pageHeading() ?? document.querySelector<HTMLElement>("main");
  if (!start) return;
  if (start.tabIndex < 0 && !start.hasAttribute("tabindex")) start.tabIndex = -1;
  start.setAttribute("data-page-start", "");
  start.focus({ preventScroll: true });
}

function decodeHash(hash: string): string {
  const name = hash.slice(1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
