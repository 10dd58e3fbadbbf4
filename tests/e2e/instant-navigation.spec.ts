import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { productPath, visit } from "#tests/support/browser/shop.ts";

// An earlier visit's cache hides requests.
test.use({ reuseContext: false });

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

const gown = (page: Page) =>
  page.getByRole("article").getByRole("link", { name: "Kaieteur Gown", exact: true });

test("a link in view opens its product without waiting for the network", { tag: "@both" }, async ({
  page,
}) => {
  const path = await productPath(page.request, "Kaieteur Gown");
  const requested = dataRequests(page);
  await visit(page, "/collections/evening-elegance");
  await gown(page).scrollIntoViewIfNeeded();
  await expect.poll(() => requested).toContain(`${path}.data`);
  const link = page.getByRole("link", { name: "Kaieteur Gown", exact: true });
  const card = page.getByRole("article").filter({ has: link }).locator("img").first();
  const [, folder = ""] = (await card.getAttribute("src"))?.match(/(.*\/)[^/]+$/) ?? [];
  expect(folder).toMatch(/^\/images\//);
  const source = await card.evaluate((each: HTMLImageElement) => each.currentSrc);
  const isPrefetched = () =>
    requested.some((each) => each.startsWith(folder) && !source.endsWith(each));
  await expect.poll(isPrefetched).toBe(true);
  await page.waitForLoadState("networkidle");
  const before = [...requested];
  await holdResponses(page);
  await gown(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
  const image = page.getByRole("main").locator("section img").first();
  const shown = () => image.evaluate((each: HTMLImageElement) => each.currentSrc);
  await expect.poll(shown).toContain("/images/");
  expect(before).toContain(new URL(await shown()).pathname);
  expect(requested.slice(before.length)).not.toContain(`${path}.data`);
  await expect(page.getByRole("main").getByText("Materials and care")).toBeVisible();
});

test("one listing prefetches less than 150 kB", { tag: "@both" }, async ({ page }) => {
  await visit(page, "/shop");
  const articles = page.getByRole("article");
  await expect(articles).toHaveCount(12);
  for (let index = 0; index < 12; index += 1) {
    await articles.nth(index).scrollIntoViewIfNeeded();
    await page.waitForTimeout(150);
  }
  // A busy browser prefetches late, after `networkidle`.
  await expect.poll(() => prefetchedBytes(page)).toBeGreaterThan(10_000);
  await page.waitForLoadState("networkidle");
  expect(await prefetchedBytes(page)).toBeLessThan(MAX_PREFETCHED_BYTES);
});

for (const [name, connection] of [
  ["with Save-Data", { saveData: true, effectiveType: "4g" }],
  ["on 2G", { saveData: false, effectiveType: "2g" }],
] as const) {
  test(`${name} nothing is prefetched, and links work`, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, "connection", { get: () => value });
    }, connection);
    const requested = dataRequests(page);
    await visit(page, "/collections/evening-elegance");
    await gown(page).hover();
    await page.waitForTimeout(2_000);
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
  await page.addInitScript(() => {
    const value = { saveData: true };
    Object.defineProperty(navigator, "connection", { get: () => value });
    addEventListener("mayprefetch", () => Object.assign(value, { saveData: false }));
  });
  const started: string[] = [];
  const aborted: string[] = [];
  const pending = () => started.filter((url) => !aborted.includes(url));
  page.on("requestfailed", (request) => aborted.push(request.url()));
  await visit(page, "/collections/evening-elegance");
  await page.waitForLoadState("networkidle");
  await page.route(GALLERY_IMAGE, (route) => void started.push(route.request().url()));
  await page.evaluate(() => dispatchEvent(new Event("mayprefetch")));
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
  tag: "@both",
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
    tag: "@both",
  }, async ({ page, context }) => {
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

  test("a link keeps the page and says that there is no connection", { tag: "@both" }, async ({
    page,
    context,
    noise,
  }) => {
    noise.expect(/ERR_INTERNET_DISCONNECTED/);
    await visit(page, "/shop");
    await page.waitForLoadState("networkidle");
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
