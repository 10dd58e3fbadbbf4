import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mannequinFiles } from "./mannequin-data.browser.ts";
import { forgetOfflinePage, storeGuideForOffline } from "./offline-guide.browser.ts";

const ORIGIN = "https://shop.example";
const SCRIPT = `${ORIGIN}/assets/guide-1a2b.js`;

/** What a browser has stored, and what it has fetched for that. */
const stored = new Set<string>();
const fetched: string[] = [];
const lost = new Set<string>();

const absolute = (url: string) => new URL(url, ORIGIN).href;
const cache = {
  match: async (url: string) => (stored.has(absolute(url)) ? {} : undefined),
  add: async (url: string) => {
    if (lost.has(absolute(url))) throw new TypeError("Failed to fetch");
    fetched.push(absolute(url));
    stored.add(absolute(url));
  },
  keys: async () => [...stored].map((url) => ({ url })),
  delete: async ({ url }: { url: string }) => stored.delete(url),
};

beforeEach(() => {
  for (const each of [stored, lost]) each.clear();
  fetched.length = 0;
  vi.stubGlobal("caches", { keys: async () => [], open: async () => cache });
  vi.stubGlobal("location", { pathname: "/measurement", search: "?step=3", origin: ORIGIN });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("performance", { getEntriesByType: () => [{ name: SCRIPT }] });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const files = [SCRIPT, ...mannequinFiles("woman").map(absolute)];

test("a connection that comes back fetches nothing that is stored already", async () => {
  await storeGuideForOffline("woman");
  expect(new Set(fetched)).toEqual(new Set([...files, `${ORIGIN}/measurement?step=3`]));
  fetched.length = 0;
  await storeGuideForOffline("woman");
  expect(fetched).toEqual([]);
});

test("a connection that comes back fetches what the lost one has left out", async () => {
  const [missing = ""] = files.slice(2);
  const page = `${ORIGIN}/measure/token`;
  vi.stubGlobal("location", { pathname: "/measure/token", search: "", origin: ORIGIN });
  for (const url of [missing, page]) lost.add(url);
  await storeGuideForOffline("woman");
  expect(stored.has(missing)).toBe(false);
  lost.clear();
  fetched.length = 0;
  await storeGuideForOffline("woman");
  expect(new Set(fetched)).toEqual(new Set([missing, page]));
});

test("a page that was forgotten is stored again when its guide opens again", async () => {
  vi.stubGlobal("location", { pathname: "/measure/other", search: "", origin: ORIGIN });
  await storeGuideForOffline("woman");
  await forgetOfflinePage("/measure/other");
  expect(stored.has(`${ORIGIN}/measure/other`)).toBe(false);
  await storeGuideForOffline("woman");
  expect(stored.has(`${ORIGIN}/measure/other`)).toBe(true);
});
