import { renderToStaticMarkup } from "react-dom/server";
import { createRequestHandler, createRoutesStub, RouterContextProvider } from "react-router";
import { afterAll, expect, test, vi } from "vitest";
import { handleError } from "#app/entry.server.tsx";
import { ErrorScreen } from "#app/shell/error-screen.tsx";
import * as productPage from "#app/storefront/product/product.tsx";
import * as shopPage from "#app/storefront/shop/shop.tsx";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { openDatabase } from "#db/client.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { routeBuild, routesByPath } from "#tests/support/route-build.ts";

/** No server listens there, so every query fails as it does while the database is down. */
const away = openDatabase({ url: "postgres://nobody@127.0.0.1:1/nothing", maxConnections: 1 });
afterAll(() => away.close());

/** Loads a page while the database is down; returns its status and the log. */
async function requestInVain(module: Record<string, unknown>, path: string, address: string) {
  const error = vi.fn();
  const context = new RouterContextProvider();
  const siteFacts = () => getSiteFacts(away.db);
  const deps = { db: away.db, siteFacts, logger: { error }, publicUrl: "" };
  context.set(depsContext, deps as unknown as AppDeps);
  const build = routeBuild(routesByPath({ [path]: module }));
  const watched = { ...build.entry, module: { ...build.entry.module, handleError } };
  const handle = createRequestHandler({ ...build, entry: watched }, "production");
  const response = await handle(new Request(`http://shop.test${address}`), context);
  return { status: response.status, logged: error.mock.calls };
}

// Specification 8.34
test("products of the shop that cannot be looked up are logged, and the page says so with Retry", async () => {
  const { status, logged } = await requestInVain(shopPage, "shop", "/shop");
  expect(status).toBe(500);
  expect(logged).toEqual([
    [expect.objectContaining({ method: "GET", path: "/shop" }), "request failed"],
  ]);
  const Page = createRoutesStub([{ path: "/shop", Component: shopPage.ErrorBoundary }]);
  const html = renderToStaticMarkup(<Page initialEntries={["/shop"]} />);
  expect(html).toContain("Error Loading Category");
  expect(html).toContain("There was an error loading the shop. Please try again later.");
  expect(html).toContain("Retry");
});

// Specification 8.39, 8.40
test("a product that cannot be looked up is logged and never called gone: there is Try Again", async () => {
  const address = "/product/0198f000-0000-7000-8000-000000000001";
  const { status, logged } = await requestInVain(productPage, "product/:id", address);
  expect(status).toBe(500);
  expect(logged).toEqual([
    [expect.objectContaining({ method: "GET", path: address }), "request failed"],
  ]);
  const failure = new Error("away");
  const Page = createRoutesStub([{ path: "/", Component: () => <ErrorScreen error={failure} /> }]);
  const html = renderToStaticMarkup(<Page initialEntries={["/"]} />);
  expect(html).toContain("Something went wrong");
  expect(html).toContain("Try Again");
  expect(html).not.toContain("Product Not Found");
});
