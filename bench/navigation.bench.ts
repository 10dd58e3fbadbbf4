import type { Browser, CDPSession, Page } from "@playwright/test";
import { launchBrowser } from "./support/browser.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";
import { unpin } from "./support/processor.ts";
import { startMeasuredShop } from "./support/shop.ts";

const CLICKS = 20;
const CLICKS_WITHOUT = 7;
const LOOK_MS = 4_000;
const MAX_WAIT_MS = 8_000;

/** Lighthouse's slow 4G and fourfold slower processor. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWDOWN = 4;

type Click = { headingMs: number; imageMs: number };

async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  return session;
}

/** Time to the product's heading and first image. */
async function clickProduct(page: Page, index: number): Promise<Click> {
  const links = page.locator("main article :is(h2, h3) a");
  const link = links.nth(index % 4);
  await link.scrollIntoViewIfNeeded();
  await page.waitForTimeout(LOOK_MS);
  return link.evaluate((element, maxMs) => {
    const name = element.textContent;
    const startMs = performance.now();
    return new Promise<Click>((resolve) => {
      let headingMs: number | null = null;
      const isHeadingShown = () => document.querySelector("main h1")?.textContent === name;
      const isImageShown = () => {
        const image = document.querySelector<HTMLImageElement>("main article section img");
        return image?.complete === true && image.naturalWidth > 0;
      };
      const look = () => {
        const nowMs = performance.now() - startMs;
        if (isHeadingShown()) headingMs ??= nowMs;
        if (headingMs !== null && isImageShown()) resolve({ headingMs, imageMs: nowMs });
        else if (nowMs > maxMs) resolve({ headingMs: headingMs ?? maxMs, imageMs: maxMs });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      (element as HTMLElement).click();
    });
  }, MAX_WAIT_MS);
}

/** Data and images not shown in the listing. */
function prefetchedBytes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const shown = new Set([...document.images].map((image) => image.currentSrc));
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return entries
      .filter(({ name }) => /\.data\?|\/images\//.test(name) && !shown.has(name))
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
  });
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LISTINGS = ["/collections/evening-elegance", "/shop?page=2"];

/** Scrolls through a listing without a cache. */
async function measurePrefetch(browser: Browser, shop: string): Promise<number> {
  let most = 0;
  for (const listing of LISTINGS) {
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    await slowDown(page);
    await page.goto(shop + listing, { waitUntil: "load" });
    for (const card of await page.getByRole("article").all()) {
      await card.scrollIntoViewIfNeeded();
      await page.waitForTimeout(LOOK_MS / 4);
    }
    await page.waitForTimeout(LOOK_MS);
    most = Math.max(most, await prefetchedBytes(page));
    await context.close();
  }
  return most;
}

type Visit = { heading: number; image: number };

/** Save-Data turns prefetch off. */
async function visit(browser: Browser, shop: string, isSaving: boolean): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  if (isSaving) {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "connection", { get: () => ({ saveData: true }) });
    });
  }
  await slowDown(page);
  const clicks: Click[] = [];
  for (let index = 0; index < (isSaving ? CLICKS_WITHOUT : CLICKS); index += 1) {
    await page.goto(shop + LISTINGS[index % LISTINGS.length], { waitUntil: "load" });
    clicks.push(await clickProduct(page, index));
  }
  await context.close();
  return {
    heading: median(clicks.map(({ headingMs }) => headingMs)),
    image: median(clicks.map(({ imageMs }) => imageMs)),
  };
}

/** The time from a click to heading and first image, with and without prefetch. */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop();
  unpin(process.pid);
  const browser = await launchBrowser();
  const url = `http://127.0.0.1:${shop.port}`;
  const without = await visit(browser, url, true);
  const prefetched = await visit(browser, url, false);
  const bytes = await measurePrefetch(browser, url);
  await browser.close();
  return [
    { subject: "heading after the click, median in ms", value: prefetched.heading },
    { subject: "first image after the click, median in ms", value: prefetched.image },
    { subject: "bytes prefetched on one listing", value: bytes },
    {
      subject: "heading without prefetch, share with prefetch",
      value: prefetched.heading / without.heading,
    },
    {
      subject: "first image without prefetch, share with prefetch",
      value: prefetched.image / without.image,
    },
  ];
}
