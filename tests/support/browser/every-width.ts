import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { coveredFocus } from "./focus-cover.ts";
import { isOwnPage } from "./own-page.ts";
import { runsSlowChecks } from "./slow-checks.ts";

/** Phones, tablets, small laptops and wide screens. */
const WIDTHS = [320, 390, 768, 1024, 1280, 1440] as const;

/** What 1280 by 1024 px shows at 400 % (WCAG 1.4.10), and a small laptop, on which bars of the page are nearest to fields. */
const LOW_WINDOWS = [
  { width: 320, height: 256 },
  { width: 1280, height: 720 },
] as const;

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

/** The default size of letters that a person with low vision sets in the browser: 200 % (WCAG 1.4.4). */
const LARGE_TEXT_PX = 32;

/**
 * Runs in the page. Sets the spacing of text that every reader may choose (WCAG 1.4.12), and names what is cut off only
 * then. An ellipsis cuts a name that its link's page shows in full.
 */
function spaceText(): string[] {
  const isCutOff = (element: Element) => element.scrollHeight > element.clientHeight + 2;
  const boxes = [...document.querySelectorAll("body *")].filter((element) => {
    if (element.clientHeight <= 1 || isCutOff(element)) return false;
    const { overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
    return (
      /hidden|clip/.test(overflowY) && textOverflow !== "ellipsis" && webkitLineClamp === "none"
    );
  });
  const style = new CSSStyleSheet();
  style.replaceSync(
    "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }" +
      " p { margin-bottom: 2em !important }",
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  return boxes
    .filter((element) => isCutOff(element) && element.textContent?.trim())
    .map(
      (element) => `${element.localName} "${element.textContent?.trim().slice(0, 40)}" is cut off`,
    );
}

/** Runs in the page. */
function unspaceText(): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
}

/** What is outside a phone or cut off with the reader's own spacing of text. */
async function findLostWithSpacedText(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 900 });
  const cutOff = await page.evaluate(spaceText);
  const outside = await findSettledOutside(page);
  await page.evaluate(unspaceText);
  return cutOff.concat(outside);
}

/** What is outside the window with letters of twice the size. */
async function findOutsideWithLargeText(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await session.send("Page.setFontSizes", { fontSizes: { standard: LARGE_TEXT_PX } });
  const found = await findSettledOutside(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: LARGE_TEXT_PX / 2 } });
  await session.detach();
  return found;
}

/** With the reader's own letters and spacing nothing is lost, and each control is seen when it has the focus, in low windows too. */
async function expectUsableWithLowVision(page: Page): Promise<void> {
  const withSpacedText = await findLostWithSpacedText(page);
  const withLargeText = await findOutsideWithLargeText(page);
  const covered: Record<number, string[]> = {};
  for (const size of LOW_WINDOWS) {
    await page.setViewportSize(size);
    const found = await coveredFocus(page);
    if (found.length > 0) covered[size.height] = found;
  }
  expect.soft(withSpacedText, `lost with spaced text, ${page.url()}`).toEqual([]);
  expect.soft(withLargeText, `outside with large letters, ${page.url()}`).toEqual([]);
  expect.soft(covered, `covered when focused, ${page.url()}`).toEqual({});
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
  if (runsSlowChecks) await expectUsableWithLowVision(page);
  if (before) await page.setViewportSize(before);
  expect.soft(outside, `outside the window of ${page.url()}`).toEqual({});
}
