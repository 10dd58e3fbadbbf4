import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { test as base, expect } from "@playwright/test";
import type { Shop, ShopOptions } from "../shop/shop.ts";
import type { PageNoise } from "./page-noise.ts";
import { hearNoise } from "./page-noise.ts";
import { ShopKeeper } from "./shop-keeper.ts";

type Fixtures = {
  /** Unexpected complaints fail the test. */
  noise: PageNoise;
  /** How the file's shop is started: `test.use({ shopOptions: { startsAt } })`. */
  shopOptions: ShopOptions;
  /** The shop of the test's file; no other file uses it. */
  shop: Shop;
};

type WorkerFixtures = { shopKeeper: ShopKeeper };

/** Each visitor of a test has an address of their own, because the shop limits what one address may do. */
export const newClientIp = () => [10, ...randomBytes(3)].join(".");

/**
 * A visitor in another browser. A new context inherits the test's options, and with them a session in
 * `storageState`: the cart of such a "guest" would follow the account, also into tests that run beside it.
 */
export async function openVisitor(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<AsyncDisposable & { page: Page }> {
  const context = await browser.newContext({
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": newClientIp() },
    ...options,
    storageState: { cookies: [], origins: [] },
  });
  return {
    page: await context.newPage(),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

export const isSlow = Boolean(process.env.E2E_SLOW);

/** Lets a page's scripts arrive up to two seconds late (E2E_SLOW=1), so that tests which do not wait for them fail. */
async function slowScripts(context: BrowserContext): Promise<void> {
  await context.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await setTimeout(Math.random() * 2_000);
    await route.continue();
  });
}

/** A phone in a hand. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const isForPhones = (tags: readonly string[]) => tags.includes("@phone");

/** Own IP address per test; fails on complaints and foreign requests. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shopKeeper: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing is needed
    async ({}, use) => {
      const keeper = new ShopKeeper();
      await use(keeper);
      await keeper.close();
    },
    { scope: "worker" },
  ],
  shopOptions: [{}, { option: true }],
  shop: [
    async ({ shopKeeper, shopOptions }, use, { file, repeatEachIndex }) => {
      await use(await shopKeeper.shopFor(`${file} ${repeatEachIndex}`, shopOptions));
    },
    { auto: true },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
  viewport: ({ viewport }, use, { tags }) => use(isForPhones(tags) ? PHONE.viewport : viewport),
  hasTouch: ({ hasTouch }, use, { tags }) => use(isForPhones(tags) || hasTouch),
  isMobile: ({ isMobile }, use, { tags }) => use(isForPhones(tags) || isMobile),
  noise: ({ baseURL }, use) => use(hearNoise(baseURL ?? "")),
  context: async ({ context, noise }, use) => {
    noise.listenTo(context);
    await context.setExtraHTTPHeaders({ "x-forwarded-for": newClientIp() });
    if (isSlow) await slowScripts(context);
    await use(context);
    expect(noise.unexpected(), "the browser complained").toEqual([]);
  },
});
