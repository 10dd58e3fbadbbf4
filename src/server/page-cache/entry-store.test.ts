import { expect, test } from "vitest";
import { createEntryStore } from "./entry-store.ts";
import type { PageEntry } from "./page-entry.ts";

function entry(key: string, size: number, generation = 1): PageEntry {
  return {
    key,
    generation,
    size,
    used: false,
    identity: Buffer.alloc(0),
    hash: key,
    headers: [],
    variants: {},
    encoding: {},
  };
}

test("the store never holds more bytes than its limit", () => {
  const store = createEntryStore(1_000);
  for (let index = 0; index < 50; index += 1) store.put(entry(`/p${index}`, 100));
  expect(store.size()).toEqual({ entries: 10, bytes: 1_000 });
  const kept = store.get("/p49");
  if (!kept) throw new Error("the newest page is kept");
  store.grow(kept, 250);
  expect(store.size().bytes).toBeLessThanOrEqual(1_000);
});

test("a page that was asked for outlives pages that were not", () => {
  const store = createEntryStore(1_000);
  store.put(entry("/home", 100));
  for (let index = 0; index < 100; index += 1) {
    const home = store.get("/home");
    if (home) home.used = true;
    store.put(entry(`/p${index}`, 100));
  }
  expect(store.get("/home")).toBeDefined();
});

test("a render of older content never replaces one of newer content", () => {
  const store = createEntryStore(1_000);
  store.put(entry("/home", 100, 2));
  store.put(entry("/home", 100, 1));
  expect(store.get("/home")?.generation).toBe(2);
});

test("a page too large beside the others is not kept, and with no memory nothing is", () => {
  const store = createEntryStore(1_000);
  store.put(entry("/huge", 900));
  expect(store.size().entries).toBe(0);
  const none = createEntryStore(0);
  none.put(entry("/home", 100));
  expect(none.size().entries).toBe(0);
});
