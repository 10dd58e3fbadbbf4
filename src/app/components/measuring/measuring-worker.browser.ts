/**
 * Opens a measuring guide again without a connection. A guide registers this service worker when it opens, and its
 * pages store themselves (offline-guide.browser.ts, ADR 0042). With a connection nothing changes.
 */
import type { ServiceWorkerScope } from "#app/web/service-worker-scope.ts";
import { isGuideFile } from "./guide-files.ts";

const worker = self as unknown as ServiceWorkerScope;

const OFFLINE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>You are offline</title>
<style>
body { margin: 0 auto; max-width: 34rem; padding: 20vh 1.5rem 0; font: 1rem/1.6 system-ui, sans-serif }
h1 { font: 2rem/1.2 Georgia, serif }
a { display: inline-flex; min-height: 44px; align-items: center; color: inherit }
</style>
</head>
<body>
<main>
<h1>You are offline</h1>
<p>This page is not stored on this device. It opens once you are connected again.</p>
<p>Without a connection you can go on measuring: a measuring guide that you have opened on this device before opens at its own address.</p>
<p>What you measured and what is in your cart stay on this device meanwhile.</p>
<p><a href="">Try again</a></p>
</main>
</body>
</html>`;

/** The network comes first; without it the response is the stored page or file, else the page that says so. */
async function respond(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await caches.match(request, { ignoreVary: true });
    if (stored) return stored;
    if (request.mode !== "navigate") throw error;
    const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
    return new Response(OFFLINE, { status: 503, headers });
  }
}

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return;
  if (request.mode === "navigate" || isGuideFile(url.pathname)) {
    event.respondWith(respond(request));
  }
});
