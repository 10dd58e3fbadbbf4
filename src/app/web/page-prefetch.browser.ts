import { UNSAFE_decodeViaTurboStream as decodeViaTurboStream } from "react-router";

// Only this file reads React Router's data format; a contract test guards it (ADR 0022).

/** Half of the delay that pages may have (specification 7). */
const MAX_AGE_MS = 60_000;

/** Older data is compared with the server's afterwards. */
const UNCHECKED_AGE_MS = 2_000;

const MAX_PAGES = 60;

/** Pages that are equal for all visitors and use prefetched data. A product's query only chooses a color or a size. */
export const PREFETCHED_ROUTES: readonly { id: string; path: RegExp; ignoresQuery?: true }[] = [
  { id: "storefront/product/product", path: /^\/product\/[^/]+$/, ignoresQuery: true },
  { id: "storefront/collection/collection", path: /^\/collections\/[^/]+$/ },
  { id: "storefront/shop/shop", path: /^\/shop$/ },
  { id: "storefront/catalog/catalog", path: /^\/catalog$/ },
  { id: "storefront/home/home", path: /^\/$/ },
];

function routeOf(path: string) {
  const [pathname = ""] = path.split("?");
  return PREFETCHED_ROUTES.find((route) => route.path.test(pathname));
}

/** Undefined when the path's data cannot be prefetched. */
export function prefetchedRoute(path: string): string | undefined {
  return routeOf(path)?.id;
}

export function dataPath(path: string): string {
  const [pathname = ""] = path.split("?");
  return routeOf(path)?.ignoresQuery ? pathname : path;
}

type Prefetched = { value: unknown; etag: string | null; bytes: number };

type Entry = { startedMs: number; page: Promise<Prefetched | null> };

const entries = new Map<string, Entry>();
let unchecked: { path: string; etag: string } | null = null;

export function dataUrl(routeId: string, path: string): string {
  const url = new URL(path, "https://shop.invalid");
  // React Router's name for the data of a path that ends in a slash.
  url.pathname += url.pathname.endsWith("/") ? "_.data" : ".data";
  url.searchParams.set("_routes", routeId);
  return url.pathname + url.search;
}

/** Returns null for a redirect, an error or another route. */
async function decodeRouteData(
  body: ReadableStream<Uint8Array>,
  routeId: string,
): Promise<{ data: unknown } | null> {
  const decoded = await decodeViaTurboStream(body, globalThis as unknown as Window);
  const routes = decoded.value as Record<string, { data?: unknown } | undefined>;
  const route = routes[routeId];
  return route && "data" in route ? { data: route.data } : null;
}

/** 0 when the browser's cache had the file. */
export function transferred(url: string): number {
  const [last] = performance.getEntriesByName(new URL(url, location.href).href).slice(-1);
  return last instanceof PerformanceResourceTiming ? last.transferSize : 0;
}

async function load(path: string): Promise<Prefetched | null> {
  const routeId = prefetchedRoute(path);
  if (!routeId) return null;
  const url = dataUrl(routeId, path);
  try {
    const response = await fetch(url);
    if (response.status !== 200 || !response.body) return null;
    const decoded = await decodeRouteData(response.body, routeId);
    if (!decoded) return null;
    return { value: decoded.data, etag: response.headers.get("etag"), bytes: transferred(url) };
  } catch {
    return null;
  }
}

function held(path: string): Entry | undefined {
  const entry = entries.get(path);
  return entry && performance.now() - entry.startedMs < MAX_AGE_MS ? entry : undefined;
}

/** Combines repeated calls; null when it fails. Never throws. */
export function prefetchData(page: string): Promise<Prefetched | null> {
  const path = dataPath(page);
  const present = held(path);
  if (present) return present.page;
  const loading = load(path);
  entries.delete(path);
  entries.set(path, { startedMs: performance.now(), page: loading });
  const [oldest] = entries.keys();
  if (entries.size > MAX_PAGES && oldest !== undefined) entries.delete(oldest);
  return loading;
}

/** Returns the prefetched data once, then the server's. */
export async function prefetchedOr<Value>(
  request: Request,
  serverLoader: () => Promise<Value>,
): Promise<Value> {
  const { pathname, search } = new URL(request.url);
  const path = dataPath(pathname + search);
  const entry = held(path);
  entries.delete(path);
  const page = await entry?.page;
  unchecked = null;
  if (!entry || !page) return serverLoader();
  const isOld = performance.now() - entry.startedMs > UNCHECKED_AGE_MS;
  if (isOld && page.etag) unchecked = { path, etag: page.etag };
  return page.value as Value;
}

/** Prefetches the server's data if it differs. A failed request is no change. */
export async function hasChangedSince(shownPath: string): Promise<boolean> {
  const path = dataPath(shownPath);
  if (unchecked?.path !== path) return false;
  const { etag } = unchecked;
  unchecked = null;
  const page = await prefetchData(path);
  if (page && page.etag !== etag) return true;
  entries.delete(path);
  return false;
}
