import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { isSlow, test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { visit } from "#tests/support/browser/shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

// An earlier visit's cache hides requests.
test.use({ reuseContext: false });

/** From here on the page may stop: it ends at 110 kB of its own count. */
const BUDGET_SHARE_BYTES = 90_000;
const MAX_PREFETCHED_BYTES = 150_000;

/** In a product page's width, no card's. */
const GALLERY_IMAGE = /\/images\/[^/]+\/(960|1280)\.avif$/;

/** Paths of data and images from now on. */
function dataRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\.data$|^\/images\//.test(pathname)) paths.push(pathname);
  });
  return paths;
}

/** Page data, and images not shown. */
function prefetchedBytes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const shown = new Set([...document.images].map((image) => image.currentSrc));
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return entries
      .filter(({ name }) => /\.data\?|\/images\//.test(name) && !shown.has(name))
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
  });
}

/** Returns how often the page has asked about its connection, which it does before each prefetch. */
async function setConnection(
  page: Page,
  connection: { saveData: boolean; effectiveType: string },
): Promise<() => Promise<number>> {
  await page.addInitScript((value) => {
    let requested = 0;
    Object.defineProperty(navigator, "connection", {
      get: () => {
        requested += 1;
        return value;
      },
    });
    Object.assign(window, { requestCount: () => requested });
    addEventListener("data-is-plentiful", () => Object.assign(value, { saveData: false }));
  }, connection);
  return () =>
    page.evaluate(() => (window as unknown as { requestCount: () => number }).requestCount());
}

const gown = (page: Page) =>
  page.getByRole("article").getByRole("link", { name: "Kaieteur Gown", exact: true });

test("a link in view opens its product without waiting for the network", { tag: "@phone" }, async ({
  page,
}) => {
  const path = await pathOfProduct("Kaieteur Gown");
  const requested = dataRequests(page);
  await visit(page, "/collections/evening-elegance");
  await gown(page).scrollIntoViewIfNeeded();
  await expect.poll(() => requested).toContain(`${path}.data`);
  const link = page.getByRole("link", { name: "Kaieteur Gown", exact: true });
  const card = page.getByRole("article").filter({ has: link }).locator("img").first();
  const [, folder = ""] = (await card.getAttribute("src"))?.match(/(.*\/)[^/]+$/) ?? [];
  expect(folder).toMatch(/^\/images\//);
  const source = await card.evaluate((each: HTMLImageElement) => each.currentSrc);
  // Data and image have arrived, not only been requested.
  const isPrefetched = () =>
    page.evaluate(
      ({ image, shown, data }) => {
        const arrived = performance.getEntriesByType("resource").map(({ name }) => name);
        return (
          arrived.some((url) => url.includes(image) && url !== shown) &&
          arrived.some((url) => url.includes(data))
        );
      },
      { image: folder, shown: source, data: `${path}.data` },
    );
  await expect.poll(isPrefetched).toBe(true);
  const before = [...requested];
  // From here on no page data arrives.
  await holdResponses(page);
  await gown(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
  const image = page.getByRole("main").locator("section img").first();
  const shown = () => image.evaluate((each: HTMLImageElement) => each.currentSrc);
  await expect.poll(shown).toContain("/images/");
  expect(before).toContain(new URL(await shown()).pathname);
  await expect(page.getByRole("main").getByText("Materials and care")).toBeVisible();
});

test("one listing prefetches less than 150 kB", { tag: ["@phone", "@once-unsteady"] }, async ({
  page,
}) => {
  const requested = dataRequests(page);
  await visit(page, "/shop");
  const articles = page.getByRole("article");
  await expect(articles).toHaveCount(12);
  for (const article of await articles.all()) {
    await article.scrollIntoViewIfNeeded();
    const path = await article.getByRole("link").first().getAttribute("href");
    // A shopper who looks at every card: each is prefetched until the budget is used.
    await expect
      .poll(async () => {
        const isUsed = (await prefetchedBytes(page)) > BUDGET_SHARE_BYTES;
        return isUsed || requested.includes(`${path}.data`);
      })
      .toBe(true);
  }
  expect(await prefetchedBytes(page)).toBeLessThan(MAX_PREFETCHED_BYTES);
});

for (const { name, connection } of [
  { name: "with Save-Data", connection: { saveData: true, effectiveType: "4g" } },
  { name: "on 2G", connection: { saveData: false, effectiveType: "2g" } },
]) {
  test(`${name} nothing is prefetched, and links work`, { tag: "@once-unsteady" }, async ({
    page,
  }) => {
    const requestCount = await setConnection(page, connection);
    const requested = dataRequests(page);
    await visit(page, "/collections/evening-elegance");
    await expect.poll(requestCount, "the links in view are decided about").toBeGreaterThan(0);
    const before = await requestCount();
    await gown(page).hover();
    await expect.poll(requestCount, "the link under the pointer, too").toBeGreaterThan(before);
    expect(requested.filter((path) => path.endsWith(".data"))).toEqual([]);
    await gown(page).click();
    await expect(page.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
  });
}

test("pointing at a link of the menu prefetches its page", async ({ page }) => {
  const requested = dataRequests(page);
  await visit(page, "/about");
  await page.getByRole("banner").getByRole("link", { name: "Demerara Atelier" }).hover();
  await expect.poll(() => requested).toContain("/_.data");
});

test("images are prefetched two at a time, and a navigation aborts them", async ({
  page,
  noise,
}) => {
  noise.expect(cutOffNoise);
  const requestCount = await setConnection(page, { saveData: true, effectiveType: "4g" });
  const started: string[] = [];
  const aborted: string[] = [];
  const pending = () => started.filter((url) => !aborted.includes(url));
  page.on("requestfailed", (request) => aborted.push(request.url()));
  await visit(page, "/collections/evening-elegance");
  await expect.poll(requestCount).toBeGreaterThan(0);
  await page.route(GALLERY_IMAGE, (route) => void started.push(route.request().url()));
  await page.evaluate(() => dispatchEvent(new Event("data-is-plentiful")));
  const links = page.getByRole("article").getByRole("heading").getByRole("link");
  for (const index of [0, 1, 2]) {
    await links.nth(index).hover();
    await expect.poll(() => started.length).toBeGreaterThan(index);
  }
  await expect.poll(() => pending().length).toBe(2);
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
  await expect(page).toHaveURL("/faq");
  await expect.poll(pending).toEqual([]);
});

test("a navigation of more than 300 ms shows its progress until the page arrives", {
  tag: "@phone",
}, async ({ page }) => {
  await visit(page, "/about");
  const release = await holdResponses(page);
  await page.getByRole("main").getByRole("link").last().scrollIntoViewIfNeeded();
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
  const progress = page.getByRole("progressbar", { name: "Loading the next page" });
  await expect(progress).toBeVisible();
  release();
  await expect(page).toHaveURL("/faq");
  await expect(progress).toBeHidden();
});

test.describe("offline", () => {
  test("signing in keeps what was entered and says that there is no connection", {
    tag: "@phone",
  }, async ({ page, context, noise }) => {
    noise.expect(/ERR_INTERNET_DISCONNECTED/);
    for (const [path, label] of [
      ["/auth", "Email"],
      ["/login", "Username"],
      ["/order-lookup", "Email"],
    ] as const) {
      await visit(page, path);
      await page.getByRole("main").getByLabel(label).fill("rosa@example.org");
      const fields = page.locator("main input[required]:not([type=hidden])");
      for (const field of await fields.all()) {
        if ((await field.inputValue()) === "") await field.fill("hibiscus-12");
      }
      await context.setOffline(true);
      await page.getByRole("main").locator("form button[type=submit]").last().click();
      await expect(page.getByText("You are offline").first()).toBeVisible();
      await expect(page.getByRole("main").getByLabel(label)).toHaveValue("rosa@example.org");
      await context.setOffline(false);
    }
  });

  test("a link keeps the page and says that there is no connection", { tag: "@phone" }, async ({
    page,
    context,
    noise,
  }) => {
    noise.expect(/ERR_INTERNET_DISCONNECTED/);
    await visit(page, "/shop");
    await page.waitForLoadState("load");
    await context.setOffline(true);
    await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
    await expect(page.getByText("You are offline").first()).toBeVisible();
    await expect(page).toHaveURL("/shop");
    await expect(page.getByRole("article").first()).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
    await expect(page).toHaveURL("/faq");
  });

  test("a page that got no response does not claim that we have been notified", async ({
    page,
    noise,
  }) => {
    noise.expect(cutOffNoise);
    await visit(page, "/about");
    await page.route(/\.data(\?|$)/, (route) => route.abort());
    await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
    await expect(page.getByText("The shop could not be reached.")).toBeVisible();
    await expect(page.getByText("we have been notified")).toHaveCount(0);
  });
});

/** Records the animations of each page transition. */
async function recordTransitions(page: Page): Promise<() => Promise<string[][]>> {
  await page.addInitScript(() => {
    const recorded: string[][] = [];
    Object.assign(window, { recorded });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const parts = document
          .getAnimations()
          .map(({ effect }) => (effect as KeyframeEffect | null)?.pseudoElement ?? "");
        recorded.push(parts.filter((part) => part.includes("view-transition-group")));
      });
      return transition;
    };
  });
  return () => page.evaluate(() => (window as unknown as { recorded: string[][] }).recorded);
}

const GROUP = "::view-transition-group(product-image)";
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function openFromListing(page: Page): Promise<void> {
  await visit(page, "/collections/evening-elegance");
  await page.getByRole("main").getByRole("link", { name: "Kaieteur Gown", exact: true }).click();
  await expect(heading(page, "Kaieteur Gown")).toBeVisible();
}

test.describe("between a listing and a product,", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("a card's image becomes the product's, and returns to its card on the way back", async ({
    page,
  }) => {
    test.skip(isSlow, "A page whose script comes late fades in without its image moving");
    const transitions = await recordTransitions(page);
    await openFromListing(page);
    await expect.poll(async () => (await transitions()).at(-1)).toContain(GROUP);
    await expect(page.locator("html:active-view-transition")).toHaveCount(0);
    await page.goBack();
    await expect(heading(page, "Evening Elegance")).toBeVisible();
    await expect.poll(async () => (await transitions()).length).toBe(2);
    expect((await transitions()).at(-1)).toContain(GROUP);
  });

  test("with reduced motion a product opens without any transition", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const transitions = await recordTransitions(page);
    await openFromListing(page);
    expect(await transitions()).toEqual([]);
  });

  test("on a phone a product opens at once, without a transition", { tag: "@phone" }, async ({
    page,
  }) => {
    const transitions = await recordTransitions(page);
    await openFromListing(page);
    expect(await transitions()).toEqual([]);
  });

  test("a click with Ctrl opens the product in a new tab", async ({ page, context }) => {
    await visit(page, "/collections/evening-elegance");
    const opened = context.waitForEvent("page");
    const link = page.getByRole("main").getByRole("link", { name: "Kaieteur Gown", exact: true });
    await link.click({ modifiers: ["ControlOrMeta"] });
    await expect(heading(await opened, "Kaieteur Gown")).toBeVisible();
    await expect(heading(page, "Evening Elegance")).toBeVisible();
  });
});
