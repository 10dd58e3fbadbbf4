import { expect, test } from "vitest";
import { createEntryStore } from "./page-cache.ts";
import { PageEntry } from "./page-entry.ts";

/** What an entry weighs beside its body. */
const OVERHEAD = entry("/", 0).size;
const TEN_PAGES = 10 * (OVERHEAD + 100);

function entry(key: string, bytes: number, generation = 1): PageEntry {
  return new PageEntry({ key, generation, body: Buffer.alloc(bytes, key), hash: key, headers: [] });
}

test("the store never holds more bytes than its limit, whatever encodings are made later", async () => {
  const store = createEntryStore(TEN_PAGES);
  for (let index = 0; index < 50; index += 1) store.put(entry(`/p${index}`, 100));
  expect(store.size()).toEqual({ entries: 10, bytes: TEN_PAGES });
  await store.get("/p45")?.variant("gzip");
  expect(store.size().bytes).toBeLessThanOrEqual(TEN_PAGES);
});

test("a page whose small form is made gives the memory of the large one back", async () => {
  const store = createEntryStore(1_000_000);
  const page = entry("/home", 50_000);
  store.put(page);
  const before = store.size().bytes;
  await page.variant("br");
  expect(store.size().bytes).toBeLessThan(before - 40_000);
  expect((await page.variant("identity")).bytes.length).toBe(50_000);
});

test("a page that was asked for outlives pages that were not", () => {
  const store = createEntryStore(TEN_PAGES);
  store.put(entry("/home", 100));
  for (let index = 0; index < 100; index += 1) {
    store.get("/home");
    store.put(entry(`/p${index}`, 100));
  }
  expect(store.get("/home")).toBeDefined();
});

test("a render of older content never replaces one of newer content", () => {
  const store = createEntryStore(TEN_PAGES);
  store.put(entry("/home", 100, 2));
  store.put(entry("/home", 100, 1));
  expect(store.get("/home")?.generation).toBe(2);
});

test("a page too large beside the others is not kept, and with no memory nothing is", () => {
  const store = createEntryStore(TEN_PAGES);
  store.put(entry("/huge", TEN_PAGES / 2));
  expect(store.size().entries).toBe(0);
  const none = createEntryStore(0);
  none.put(entry("/home", 100));
  expect(none.size().entries).toBe(0);
});
