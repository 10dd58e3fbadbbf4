import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { isOwnPage } from "./own-page.ts";

/** Phones, tablets, small laptops and wide screens. */
const WIDTHS = [320, 390, 768, 1024, 1280, 1440] as const;

/** Names what is wider than the window, and the controls that are partly outside it. */
function findOutside(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page, by ${scrollWidth - clientWidth} px`] : [];
  /** A row of tabs or cards scrolls to each of them, unlike a table; a long name ends with an ellipsis. */
  const isReached = (control: Element) => {
    for (let each = control.parentElement; each; each = each.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(each);
      if (each.localName === "table") return false;
      if (/auto|scroll/.test(overflowX) && each !== document.documentElement) return true;
      if (textOverflow === "ellipsis" || each.ariaRoleDescription === "carousel") return true;
    }
    return false;
  };
  const controls = document.querySelectorAll<HTMLElement>(
    "a[href], button, input:not([type=hidden], [tabindex='-1']), select, textarea, summary",
  );
  for (const control of controls) {
    const { left, right, width } = control.getBoundingClientRect();
    // Narrower ones are for screen readers only.
    const isShown = width > 1 && control.checkVisibility({ visibilityProperty: true });
    const outside = Math.round(Math.max(right - clientWidth, -left));
    if (!isShown || outside <= 1 || isReached(control)) continue;
    const name = control.getAttribute("aria-label") ?? control.textContent?.trim().slice(0, 40);
    found.push(`${control.localName} "${name}", by ${outside} px`);
  }
  return found;
}

/** The annotation by which `every-width-reporter` finds pages that no test checks. */
export const FITS = "fits every width";

/** The status of the document, and its headings of the first level. */
async function findShown() {
  const titles = [...document.querySelectorAll("h1")].map(
    ({ textContent }) => textContent?.trim() ?? "",
  );
  const statusOf = (entries: readonly PerformanceEntry[]) =>
    (entries as readonly PerformanceNavigationTiming[])[0]?.responseStatus ?? 0;
  const visits = performance.getEntriesByType("navigation");
  if (visits.length > 0) return { status: statusOf(visits), titles };
  // A test's own clock (`page.clock`) hides the entries of `performance`, not those of its observers.
  const status = await new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(statusOf(list.getEntries()))).observe({
      type: "navigation",
      buffered: true,
    });
  });
  return { status, titles };
}

/** A notification finds its place again a moment after the window has changed. */
const SETTLES_WITHIN_MS = 2_000;

/** What remains outside once the page has settled. */
async function findSettledOutside(page: Page): Promise<string[]> {
  let found: string[] = [];
  const look = async () => {
    found = await page.evaluate(findOutside);
    return found;
  };
  await expect
    .poll(look, { timeout: SETTLES_WITHIN_MS })
    .toEqual([])
    .catch(() => undefined);
  return found;
}

/** No page scrolls horizontally, and no control is outside the window, from a small phone to a wide screen. */
export async function expectFitsEveryWidth(page: Page): Promise<void> {
  const before = page.viewportSize();
  if (isOwnPage(await page.evaluate(findShown))) {
    test.info().annotations.push({ type: FITS, description: new URL(page.url()).pathname });
  }
  const outside: Record<number, string[]> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const found = await findSettledOutside(page);
    if (found.length > 0) outside[width] = found;
  }
  if (before) await page.setViewportSize(before);
  expect.soft(outside, `outside the window of ${page.url()}`).toEqual({});
}
