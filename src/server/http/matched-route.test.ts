import fc from "fast-check";
import type { RouteObject } from "react-router";
import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { shopRoutes } from "#tests/support/shop-host.ts";
import { createMatchedRoute } from "./matched-route.ts";

const matchedRoute = createMatchedRoute(shopRoutes);

test.each([
  ["/", ""],
  ["/shop", "shop"],
  ["/Shop.data", "shop"],
  ["/shop/_.data", "shop"],
  ["/product/1", "product/:id"],
  ["/product/1/inquiry", "product/:id/inquiry"],
  ["/product/1/some-name", "product/:id/:slug"],
  ["/order%2Dlookup", "order-lookup"],
  ["/sitemaps/pages.xml", "sitemaps/pages.xml"],
  ["/sitemaps/products-1.xml", "sitemaps/:part"],
  ["/profile/orders/7/invoice.pdf", "profile/orders/:id/invoice.pdf"],
  ["/no/such/page", "*"],
  ["/contact%2F", "*"],
])("%s belongs to the route %j", (path, pattern) => {
  expect(matchedRoute(path)).toBe(pattern);
});

function treeOf(parentId?: string): RouteObject[] {
  return shopRoutes
    .filter((route) => route.parentId === parentId)
    .map(({ id, index, path }) =>
      index ? { id, index: true, path } : { id, path, children: treeOf(id) },
    );
}

test("any path belongs to the route that the router matches among all routes", () => {
  const tree = treeOf();
  const segments = shopRoutes.flatMap(({ path = "" }) => path.split("/")).filter(Boolean);
  const segment = fc.oneof(
    fc.constantFrom(...segments),
    fc.constantFrom(...segments).map((word) => word.toUpperCase()),
    fc
      .constantFrom(...segments)
      .map((word) => `%${word.charCodeAt(0).toString(16)}${word.slice(1)}`),
    fc.constantFrom("1", "x%2Fy", "é"),
  );
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 4 }), (segments) => {
      const { pathname } = new URL(`http://shop.example/${segments.join("/")}`);
      const matches = matchRoutes(tree, pathname);
      const pattern = matches?.flatMap(({ route }) => route.path || []).join("/") ?? "*";
      expect(matchedRoute(pathname)).toBe(pattern);
    }),
  );
});
