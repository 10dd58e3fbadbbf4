import { PRODUCTION_CACHE } from "#app/components/production/production-cache.ts";
import type { ServiceWorkerScope } from "#app/web/service-worker-scope.ts";

const BOARD = "/admin/atelier/production";
const WAIT_MS = 6_000;

const PAGE = /^\/admin\/atelier\/production(?:\/[0-9a-f-]{36})?(?:\.data)?$/;

const worker = self as unknown as ServiceWorkerScope;

function timeout(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("slow")), WAIT_MS));
}

async function assetFirst(request: Request): Promise<Response> {
  const cache = await caches.open(PRODUCTION_CACHE);
  const stored = await cache.match(request);
  if (stored) return stored;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** What is shown without a network: the stored page, else the board. */
async function storedPage(cache: Cache, request: Request): Promise<Response | undefined> {
  const stored = await cache.match(request, { ignoreSearch: false, ignoreVary: true });
  if (stored || request.mode !== "navigate") return stored;
  return cache.match(BOARD, { ignoreVary: true });
}

/** A page of somebody who is signed out empties the cache. */
async function networkFirst(request: Request): Promise<Response> {
  const cache = await caches.open(PRODUCTION_CACHE);
  try {
    const response = await Promise.race([fetch(request), timeout()]);
    const isSignedOut =
      response.type === "opaqueredirect" || response.redirected || response.status === 401;
    if (isSignedOut) await caches.delete(PRODUCTION_CACHE);
    else if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const stored = await storedPage(cache, request);
    if (stored) return stored;
    throw error;
  }
}

async function storeOnce(cache: Cache, url: string): Promise<void> {
  if (!(await cache.match(url))) await cache.add(url).catch(() => undefined);
}

async function storeAll(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(PRODUCTION_CACHE);
  await Promise.all(urls.map((url) => storeOnce(cache, url)));
}

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(assetFirst(request));
  else if (PAGE.test(url.pathname)) event.respondWith(networkFirst(request));
});
worker.addEventListener("message", (event) => {
  if (Array.isArray(event.data)) event.waitUntil(storeAll(event.data));
});
