/** The heading of the page; a page that is hidden while the next one loads has none. */
export function pageHeading(): HTMLElement | null {
  const headings = document.querySelectorAll<HTMLElement>("main h1");
  return [...headings].find((heading) => heading.closest("[hidden]") === null) ?? null;
}

/** The heading of the open part of a page whose own heading stays, such as an address in the account. */
export function partHeading(): HTMLElement | null {
  const headings = document.querySelectorAll<HTMLElement>("main h2");
  return [...headings].find((heading) => heading.closest("[hidden]") === null) ?? null;
}

/**
 * Puts the focus where reading starts, without scrolling: at the element that the hash of the URL names, at the page's
 * heading or another `start`, or at its main part. A screen reader reads what has the focus.
 */
export function focusPageStart(hash = "", start = pageHeading()): void {
  const named = hash === "" ? null : document.getElementById(decodeHash(hash));
  const element = named ?? start ?? document.querySelector<HTMLElement>("main");
  if (!element) return;
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.setAttribute("data-page-start", "");
  element.focus({ preventScroll: true });
}

function decodeHash(hash: string): string {
  const name = hash.slice(1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
