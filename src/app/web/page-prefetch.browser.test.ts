import { createRequestHandler, RouterContextProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import routes from "#app/routes.ts";
import { routeBuild } from "#tests/support/route-build.ts";
import {
  dataPath,
  dataUrl,
  hasChangedSince,
  PREFETCHED_ROUTES,
  prefetchData,
  prefetchedOr,
  prefetchedRoute,
} from "./page-prefetch.browser.ts";

const PRODUCT = "storefront/product/product";
let price = 1_250;
let requests = 0;

/** Replaces the network by the router with one product route. */
const handle = createRequestHandler(
  routeBuild({
    [PRODUCT]: {
      id: PRODUCT,
      path: "product/:id",
      module: {
        loader: ({ params }: { params: { id: string } }) => {
          if (params.id === "missing") throw new Response("", { status: 404 });
          return { name: params.id, price };
        },
        default: () => null,
      },
    },
  }),
  "production",
);

beforeEach(() => {
  price = 1_250;
  requests = 0;
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.stubGlobal("location", { href: "http://shop.test/shop" });
  vi.stubGlobal("fetch", async (url: string) => {
    requests += 1;
    const request = new Request(new URL(url, "http://shop.test"));
    const response = await handle(request, new RouterContextProvider());
    const headers = new Headers(response.headers);
    headers.set("etag", `"${price}"`);
    return new Response(response.body, { status: response.status, headers });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const request = (path: string) => new Request(`http://shop.test${path}`);
const fromServer = vi.fn(async () => ({ name: "from the server", price: 0 }));

/** Maps the id of each route, by default its file, to its path. */
function pathsOfRoutes(table: typeof routes, parent = ""): [string, string][] {
  return table.flatMap(({ id, file, path, children = [] }) => {
    const own = path ? `${parent}/${path}` : parent;
    return [[id ?? file.replace(/\.tsx?$/, ""), own || "/"] as [string, string]].concat(
      pathsOfRoutes(children, own),
    );
  });
}

test("every prefetched route is in the route table with the path that its pattern expects", () => {
  const paths = new Map(pathsOfRoutes(routes));
  expect(PREFETCHED_ROUTES.length).toBeGreaterThan(0);
  for (const { id } of PREFETCHED_ROUTES) {
    const example = paths.get(id)?.replace(/:\w+/g, "example");
    expect(example, id).toBeDefined();
    expect(prefetchedRoute(example ?? "")).toBe(id);
  }
  expect(prefetchedRoute("/profile")).toBeUndefined();
});

test("a page's data is at the URL from which the router loads it", () => {
  expect(dataUrl("a/b", "/shop?page=2")).toBe("/shop.data?page=2&_routes=a%2Fb");
  expect(dataUrl("home", "/")).toBe("/_.data?_routes=home");
});

test("data in the router's format is decoded once for several requests and used once", async () => {
  await Promise.all([prefetchData("/product/gown"), prefetchData("/product/gown")]);
  expect(requests).toBe(1);
  expect(await prefetchedOr(request("/product/gown"), fromServer)).toEqual({
    name: "gown",
    price: 1_250,
  });
  expect(fromServer).not.toHaveBeenCalled();
  await prefetchedOr(request("/product/gown"), fromServer);
  expect(fromServer).toHaveBeenCalledOnce();
});

test("a product's data serves its page in every color, another page's only its own query", async () => {
  await prefetchData("/product/scarf?color=Navy");
  expect(await prefetchedOr(request("/product/scarf?size=M"), fromServer)).toMatchObject({
    name: "scarf",
  });
  expect(dataPath("/shop?page=2")).toBe("/shop?page=2");
});

test("a missing page and a failed request are loaded from the server", async () => {
  expect(await prefetchData("/product/missing")).toBeNull();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await prefetchData("/product/unreached")).toBeNull();
  vi.unstubAllGlobals();
  for (const path of ["/product/missing", "/product/unreached"]) {
    expect(await prefetchedOr(request(path), fromServer)).toMatchObject({ price: 0 });
  }
});

test("data older than a minute is loaded from the server", async () => {
  await prefetchData("/product/coat");
  vi.advanceTimersByTime(60_001);
  expect(await prefetchedOr(request("/product/coat"), fromServer)).toMatchObject({ price: 0 });
});

test("a page that opened with older data learns of a change on the server, and only then", async () => {
  for (const [name, change, hasChanged] of [
    ["shirt", 0, false],
    ["skirt", 100, true],
  ] as const) {
    const path = `/product/${name}`;
    await prefetchData(path);
    vi.advanceTimersByTime(5_000);
    await prefetchedOr(request(path), fromServer);
    price += change;
    expect(await hasChangedSince(path)).toBe(hasChanged);
    expect(await hasChangedSince(path), "once").toBe(false);
  }
  expect(await prefetchedOr(request("/product/skirt"), fromServer)).toMatchObject({ price: 1_350 });
});
