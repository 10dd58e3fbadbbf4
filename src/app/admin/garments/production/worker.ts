import { PRIVATE } from "#app/web/cache-headers.ts";

/**
 * Keeps the board and the garments that this tablet opened, with the shop's scripts and styles, for work without a network. The
 * network comes first; a page of somebody who is signed out empties it. It never stores what is posted, photos or contracts.
 */
const SCRIPT = `
const CACHE = "atelier-production";
const BOARD = "/admin/atelier/production";
const WAIT_MS = 6000;
const isPage = (url) => /^\\/admin\\/atelier\\/production(?:\\/[0-9a-f-]{36})?(?:\\.data)?$/.test(url.pathname);
const isAsset = (url) => url.pathname.startsWith("/assets/");
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
const timeout = () => new Promise((_, reject) => setTimeout(() => reject(new Error("slow")), WAIT_MS));
async function assetFirst(request) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request);
  if (stored) return stored;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
async function networkFirst(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await Promise.race([fetch(request), timeout()]);
    if (response.type === "opaqueredirect" || response.redirected || response.status === 401) await caches.delete(CACHE);
    else if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const stored = await cache.match(request, { ignoreSearch: false, ignoreVary: true });
    const board = request.mode === "navigate" ? await cache.match(BOARD, { ignoreVary: true }) : undefined;
    if (stored || board) return stored || board;
    throw error;
  }
}
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (isAsset(url)) event.respondWith(assetFirst(request));
  else if (isPage(url)) event.respondWith(networkFirst(request));
});
self.addEventListener("message", (event) => {
  if (!Array.isArray(event.data)) return;
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(event.data.map(async (url) => {
    if (!(await cache.match(url))) await cache.add(url).catch(() => undefined);
  }))));
});
`;

/** Served below the pages it works for, so that the browser gives it no others. */
export function loader() {
  return new Response(SCRIPT, {
    headers: {
      ...PRIVATE,
      "content-type": "text/javascript; charset=utf-8",
      "service-worker-allowed": "/admin/atelier/production",
    },
  });
}
