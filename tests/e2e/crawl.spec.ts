import { expect } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchPath } from "react-router";
import routeTable from "#app/routes.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { visit } from "#tests/support/browser/shop.ts";
import { Crawler } from "#tests/support/crawl/crawl.ts";

/** Not linked for visitors, with the reason. */
const WITHOUT_LINK: Readonly<Record<string, string>> = {
  "/*": "every other address",
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
  "/checkout/success": "follows a payment",
  "/checkout/cancel": "follows a payment that was broken off",
};

/** Redirects visitors to sign-in. */
const GUARD = { to: "/auth", paths: /^\/(profile|account)(\/|$)/ };

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

test("every link of every public page leads to an existing page, and every page is linked", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const reader = await context.newPage();
  const origin = new URL(baseURL ?? "").origin;
  const crawler = new Crawler({ request, reader, origin, guard: GUARD });

  const { pages } = await test.step("without script, from the home page", () =>
    crawler.walk(["/"]));

  await test.step("every page of the route table is reached", () => {
    const reached = [...pages].map((address) => new URL(address, origin).pathname);
    const orphans = publicPaths().filter(
      (path) => !(path in WITHOUT_LINK) && !reached.some((each) => matchPath(path, each)),
    );
    expect(orphans).toEqual([]);
  });

  await test.step("every page of the sitemap is reached", async () => {
    const locations = async (address: string) => {
      const response = await request.get(address);
      expect(response.status(), address).toBe(200);
      return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, to = ""]) => to);
    };
    const maps = await locations("/sitemap.xml");
    const mapped = (await Promise.all(maps.map(locations))).flat();
    expect(mapped.length).toBeGreaterThan(40);
    const unreached = mapped.filter((address) => !pages.has(address.slice(origin.length)));
    expect(unreached).toEqual([]);
  });

  await test.step("with script, one page of each kind", async () => {
    const kinds = publicPaths().flatMap((path) => {
      const found = [...pages].find((each) => matchPath(path, new URL(each, origin).pathname));
      return found ? [found] : [];
    });
    expect(kinds.length).toBeGreaterThan(20);
    for (const address of kinds) {
      await visit(page, address);
      const links = await page
        .locator("a[href]")
        .evaluateAll((anchors) => anchors.map((each) => each.getAttribute("href") ?? ""));
      await crawler.walk(links, address);
    }
  });

  const { problems } = await crawler.walk([]);
  expect(problems).toEqual([]);
});
