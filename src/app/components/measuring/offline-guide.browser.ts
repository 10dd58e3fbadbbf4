import { isGuideFile } from "./guide-files.ts";
import type { Mannequin } from "./guide-memory.browser.ts";
import { mannequinFiles } from "./mannequin-data.browser.ts";
import workerUrl from "./measuring-worker.browser.ts?script";

/** Of the caches of every build; a new build replaces the one before it. */
const PREFIX = "guide ";

/** Account pages hold names and numbers of several people, so they are never stored. */
const isStorable = (pathname: string) => !pathname.startsWith("/profile");

/** Pages whose person was done while they were being stored. */
const forgotten = new Set<string>();

/** Pages that were stored since the browser loaded this one; they are not fetched again by a connection that comes back. */
const storedPages = new Set<string>();

/** Its name changes with the build, and so do the files that it holds: what is in it has not changed. */
const cacheName = () => `${PREFIX}${new URL(import.meta.url).pathname}`;

async function openCache(): Promise<Cache | null> {
  if (typeof caches === "undefined") return null;
  try {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== cacheName());
    await Promise.all(old.map((name) => caches.delete(name)));
    return await caches.open(cacheName());
  } catch {
    // Storage is full or forbidden: the guide works with a connection only.
    return null;
  }
}

const isFile = (url: string) => {
  const { origin, pathname } = new URL(url);
  return origin === location.origin && isGuideFile(pathname);
};

async function addMissing(cache: Cache, url: string): Promise<void> {
  if (!(await cache.match(url))) await cache.add(url);
}

/**
 * Stores this page, the files it has loaded and the mannequin's, so that the guide opens again without a connection. Fetches only
 * what is not stored yet. Never throws; what cannot be stored is missing offline. Call it when the guide has loaded, and when a
 * connection is back.
 */
export async function storeGuideForOffline(mannequin: Mannequin): Promise<void> {
  const { pathname, search } = location;
  if (!isStorable(pathname) || !navigator.onLine) return;
  forgotten.delete(pathname);
  const cache = await openCache();
  if (!cache) return;
  // On a slow network the worker arrives while the files do: whoever loses the network then reads what has happened.
  const worker = navigator.serviceWorker?.register(workerUrl).catch(() => undefined);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const files = [...loaded.filter(isFile), ...mannequinFiles(mannequin)];
  await Promise.allSettled([...new Set(files)].map((url) => addMissing(cache, url)));
  const page = `${pathname}${search}`;
  if (!storedPages.has(page)) {
    await cache.add(page).then(
      () => storedPages.add(page),
      () => undefined,
    );
  }
  if (forgotten.has(pathname)) return forgetOfflinePage(pathname);
  await worker;
}

/** Removes what is stored of a private page, after its person is done. Never throws. */
export async function forgetOfflinePage(pathname: string): Promise<void> {
  forgotten.add(pathname);
  for (const page of storedPages) {
    if (new URL(page, location.origin).pathname === pathname) storedPages.delete(page);
  }
  const cache = await openCache();
  if (!cache) return;
  const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname === pathname);
  await Promise.all(pages.map((page) => cache.delete(page)));
}
