import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchPath } from "react-router";
import { expect, test } from "vitest";
import routeTable from "#app/routes.ts";
import { Crawler } from "#tests/support/crawl/crawl.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";

const { shop, visitor } = shopSuite();

/** Not linked for visitors, with the reason. */
const WITHOUT_LINK: Readonly<Record<string, string>> = {
  "/*": "every other URL",
  "/product/:id/inquiry/sent": "follows a sent inquiry",
  "/product/:id/preview": "for admins",
  "/product/:id/:slug": "leads on to the product",
  "/products/:id": "leads on to the product",
  "/unsubscribe": "stands in mails",
  "/auth/reset": "stands in mails",
  "/auth/verify": "stands in mails",
  "/new-dawn/thank-you": "follows a donation",
  "/checkout": "the cart's button, once something is in it",
  "/checkout/need-by": "stands at a made-to-measure line of the checkout",
  "/made/:token": "the code on a garment's label",
  "/garment/:token": "stands in mails and at a guest's order",
  "/profile/orders/:id/lines/:item": "stands at a guest's order",
  "/checkout/bank-transfer/:sessionId": "follows a checkout by bank transfer",
  "/checkout/store-credit/:sessionId": "follows a checkout that store credit pays whole",
  "/contract/:token": "the private link is in the email about a proposal",
  "/measure/:token": "the private link is sent by a customer",
  "/store-credit/:token": "the private link is in the email about store credit",
  "/checkout/confirm-email/:token": "stands in the email about a bank transfer",
  "/checkout/success": "follows a payment",
  "/checkout/cancel": "follows a payment that was broken off",
};

/** The storefront's and checkout's pages without the account's. */
function publicPaths(): string[] {
  const pathsUnder = (entries: readonly RouteConfigEntry[], above: string): string[] =>
    entries.flatMap((entry) => {
      if (/account-layout/.test(entry.file)) return [];
      const path = entry.path === undefined ? above : `${above}/${entry.path}`;
      return entry.children ? pathsUnder(entry.children, path) : [path === "" ? "/" : path];
    });
  const layouts = (routeTable as RouteConfigEntry[]).filter(({ file }) =>
    /(storefront|checkout)-layout/.test(file),
  );
  expect(layouts).toHaveLength(2);
  return pathsUnder(layouts, "");
}

/** The URLs of a sitemap's parts or pages. */
async function readLocations(url: string): Promise<string[]> {
  const response = await visitor().request(url);
  expect(response.status, url).toBe(200);
  return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, to = ""]) => to);
}

const CRAWL_TIMEOUT_MS = 240_000;

test("every link of every public page leads to an existing page, and every page is linked", {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  const { url } = shop();
  const guard = { to: "/auth", paths: /^\/(profile|account)(\/|$)/ };
  const crawler = new Crawler({ origin: url, guard, request: (path) => visitor().request(path) });
  const { pages, problems } = await crawler.walk(["/"]);
  expect(problems).toEqual([]);

  const reached = [...pages].map((path) => new URL(path, url).pathname);
  const orphans = publicPaths().filter(
    (path) => !(path in WITHOUT_LINK) && !reached.some((each) => matchPath(path, each)),
  );
  expect(orphans).toEqual([]);

  const parts = await readLocations("/sitemap.xml");
  const mapped = (await Promise.all(parts.map(readLocations))).flat();
  expect(mapped.length).toBeGreaterThan(40);
  expect(mapped.filter((address) => !pages.has(address.slice(url.length)))).toEqual([]);
});
