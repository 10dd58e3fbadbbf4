import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { PUBLIC_PAGE, publicPage, startShopHost } from "#tests/support/shop-host.ts";
import { createEntryStore } from "./page-cache.ts";
import { PageEntry } from "./page-entry.ts";

/** Of an entry, beside its body. */
const OVERHEAD = entry("/", 0).size;
const TEN_PAGES = 10 * (OVERHEAD + 100);

function entry(key: string, bytes: number, generation = 1): PageEntry {
  return new PageEntry({ key, generation, body: Buffer.alloc(bytes, key), hash: key, headers: [] });
}

test("the store never holds more bytes than its limit, also with encodings made later", async () => {
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

const shop = { host: "shop.example" };

test("a public page is rendered once and then comes from memory, the same in every encoding", async () => {
  let renders = 0;
  await using host = await startShopHost({
    render: () => {
      renders += 1;
      return publicPage("Good day");
    },
  });
  const first = await host.request("/shop", { headers: { ...shop, "accept-encoding": "br" } });
  const second = await host.request("/shop", { headers: { ...shop, "accept-encoding": "br" } });
  const zipped = await host.request("/shop", { headers: { ...shop, "accept-encoding": "gzip" } });
  const plain = await host.request("/shop", { headers: shop });
  expect(renders).toBe(1);
  expect([first, second, zipped, plain].map(({ headers }) => headers["x-page-cache"])).toEqual([
    "miss",
    "hit",
    "hit",
    "hit",
  ]);
  expect(brotliDecompressSync(second.body)).toEqual(plain.body);
  expect(gunzipSync(zipped.body)).toEqual(plain.body);
  expect(plain.body.toString()).toContain("Good day");
  expect(second.headers).toMatchObject({
    "content-encoding": "br",
    vary: "accept-encoding",
    "cache-control": PUBLIC_PAGE,
    "x-content-type-options": "nosniff",
  });
  expect(new Set([second, zipped, plain].map(({ headers }) => headers.etag)).size).toBe(3);
});

test("a browser that has the page gets a 304 of a few bytes, from memory and on a miss", async () => {
  await using host = await startShopHost({ render: () => publicPage("Good day") });
  const { headers } = await host.request("/shop");
  const etag = String(headers.etag);
  const again = await host.request("/shop", {
    headers: { "if-none-match": `"other", ${etag.replace("W/", "")}` },
  });
  expect(again.status).toBe(304);
  expect(again.body.length).toBe(0);
  expect(again.headers.etag).toBe(etag);
  host.cache.freshness.changes.drop(2);
  const rendered = await host.request("/shop", { headers: { "if-none-match": etag } });
  expect(rendered.status).toBe(304);
});

test("HEAD gets the headers of the page without its body", async () => {
  await using host = await startShopHost({ render: () => publicPage("Good day") });
  const missed = await host.request("/shop", { method: "HEAD" });
  const hit = await host.request("/shop", { method: "HEAD" });
  expect([missed.status, missed.body.length]).toEqual([200, 0]);
  expect(hit.headers["x-page-cache"]).toBe("hit");
  expect(Number(hit.headers["content-length"])).toBeGreaterThan(2_000);
});

test("strangers' parameters neither reach the render nor make entries", async () => {
  const requested: string[] = [];
  await using host = await startShopHost({
    render: (request) => {
      requested.push(new URL(request.url).search);
      return publicPage("Shop");
    },
  });
  await host.request("/shop", { headers: shop });
  for (let index = 0; index < 50; index += 1) {
    const response = await host.request(`/shop?utm_source=${index}&fbclid=${index}`, {
      headers: shop,
    });
    expect(response.headers["x-page-cache"]).toBe("hit");
  }
  await host.request("/shop?utm_source=x&page=2", { headers: shop });
  expect(requested).toEqual(["", "?page=2"]);
  expect(host.cache.stats().entries).toBe(2);
});

test("many who ask at once share one render", async () => {
  let renders = 0;
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await using host = await startShopHost({
    render: async () => {
      renders += 1;
      await gate;
      return publicPage("Shop");
    },
  });
  const requested = Array.from({ length: 20 }, () => host.request("/shop", { headers: shop }));
  await expect.poll(() => renders).toBe(1);
  open();
  const responses = await Promise.all(requested);
  expect(responses.every(({ status }) => status === 200)).toBe(true);
  expect(renders).toBe(1);
});

test("a shared page is never rendered from one visitor's cookies or from a host name somebody typed", async () => {
  const requests: { host: string; cookie: string | null }[] = [];
  await using host = await startShopHost({
    render: (request) => {
      requests.push({ host: new URL(request.url).host, cookie: request.headers.get("cookie") });
      return publicPage(`for ${request.headers.get("cookie")} at ${new URL(request.url).host}`);
    },
  });
  const headers = { host: "evil.example", cookie: "session=secret" };
  const first = await host.request("/shop", { headers });
  const second = await host.request("/shop", { headers: shop });
  expect(first.body.toString()).toContain("for null at shop.example");
  expect(second.body.toString()).toContain("for null at shop.example");
  expect(requests.at(-1)).toEqual({ host: "shop.example", cookie: null });
});

test("a private page meets its visitor exactly once, with every cookie and parameter", async () => {
  const requestedHosts: string[] = [];
  await using host = await startShopHost({
    render: (request) => {
      requestedHosts.push(`${new URL(request.url).search} ${request.headers.get("cookie")}`);
      return publicPage("Mine", { "cache-control": "private, no-store" });
    },
  });
  const visitors = ["a", "b"].map((cookie) =>
    host.request("/checkout/success?session_id=1", { headers: { cookie } }),
  );
  await Promise.all(visitors);
  expect(requestedHosts.sort()).toEqual(["?session_id=1 a", "?session_id=1 b"]);
  expect(host.cache.stats().entries).toBe(0);
});

test.each([
  ["it sets a cookie", { "set-cookie": "a=1" }, 200],
  ["the route did not say public", { "cache-control": "max-age=60" }, 200],
  ["it differs by cookie", { vary: "cookie" }, 200],
  ["it is no page", { "content-type": "image/webp" }, 200],
  ["it was not found", {}, 404],
])("an answer is not kept when %s", async (_why, headers, status) => {
  let renders = 0;
  await using host = await startShopHost({
    render: () => {
      renders += 1;
      return publicPage("Once", headers as Record<string, string>, status);
    },
  });
  await host.request("/thing", { headers: shop });
  const second = await host.request("/thing", { headers: shop });
  expect(second.status).toBe(status);
  expect(second.headers["x-page-cache"]).toBeUndefined();
  expect(renders).toBe(2);
});

test("inline scripts of the page are allowed by hash, on the miss and on the hit", async () => {
  await using host = await startShopHost({
    render: () => publicPage('<script nonce="n1">go()</script>', { "x-script-nonce": "n1" }),
  });
  const miss = await host.request("/shop", { headers: shop });
  const hit = await host.request("/shop", { headers: shop });
  for (const response of [miss, hit]) {
    expect(response.headers["content-security-policy"]).toMatch(/script-src 'self' 'sha256-/);
    expect(response.headers["x-script-nonce"]).toBeUndefined();
    expect(response.body.toString()).toContain("<script>go()</script>");
  }
});

test("the data twin of a page is kept like the page", async () => {
  let renders = 0;
  await using host = await startShopHost({
    render: () => {
      renders += 1;
      return new Response("[]", {
        headers: { "content-type": "text/x-script", "cache-control": PUBLIC_PAGE },
      });
    },
  });
  await host.request("/shop.data?_routes=a", { headers: shop });
  const hit = await host.request("/shop.data?_routes=a", { headers: shop });
  expect(hit.headers["x-page-cache"]).toBe("hit");
  expect(renders).toBe(1);
});

test("what a page asks for as JSON is kept like the page", async () => {
  let renders = 0;
  await using host = await startShopHost({
    render: () => {
      renders += 1;
      return new Response("[]", {
        headers: { "content-type": "application/json", "cache-control": PUBLIC_PAGE },
      });
    },
  });
  await host.request("/shop/prices", { headers: shop });
  const hit = await host.request("/shop/prices", { headers: shop });
  expect(hit.headers["x-page-cache"]).toBe("hit");
  expect(hit.headers["content-type"]).toContain("application/json");
  expect(renders).toBe(1);
});

test("a page that many ask for is compressed further, says the same and keeps its tag", async () => {
  const text = Array.from({ length: 4_000 }, (_, index) => (index * 7_919) % 1_013).join(" ");
  await using host = await startShopHost({ render: () => publicPage(text) });
  const headers = { ...shop, "accept-encoding": "br" };
  const first = await host.request("/shop", { headers });
  for (let index = 0; index < 40; index += 1) await host.request("/shop", { headers });
  await expect
    .poll(async () => (await host.request("/shop", { headers })).body.length)
    .toBeLessThan(first.body.length);
  const smaller = await host.request("/shop", { headers });
  expect(brotliDecompressSync(smaller.body)).toEqual(brotliDecompressSync(first.body));
  expect(smaller.headers.etag).toBe(first.headers.etag);
});

test.each([
  "application/xml; charset=utf-8",
  "application/rss+xml; charset=utf-8",
  "text/plain; charset=utf-8",
  "application/manifest+json; charset=utf-8",
])("a public text of the type %s is kept like a page, until the content changes", async (type) => {
  let renders = 0;
  await using host = await startShopHost({
    render: () => {
      renders += 1;
      return publicPage(`version ${renders}`, { "content-type": type });
    },
  });
  const first = await host.request("/feed.xml", { headers: shop });
  const again = await host.request("/feed.xml", { headers: shop });
  expect([first, again].map((response) => response.headers["x-page-cache"])).toEqual([
    "miss",
    "hit",
  ]);
  expect(again.headers["content-type"]).toBe(type);
  host.cache.freshness.changes.drop(2);
  expect((await host.request("/feed.xml", { headers: shop })).body.toString()).toContain(
    "version 2",
  );
});

test("a text that names its own version is a stream: passed on as it comes, never kept nor coded anew", async () => {
  let renders = 0;
  await using host = await startShopHost({
    render: () => {
      renders += 1;
      return publicPage("long", {
        "content-type": "application/xml; charset=utf-8",
        "cache-control": "public, max-age=0, must-revalidate, no-transform",
        etag: 'W/"7-1"',
      });
    },
  });
  for (let index = 0; index < 2; index += 1) {
    const response = await host.request("/feed.xml", { headers: { "accept-encoding": "br" } });
    expect(response.headers.etag).toBe('W/"7-1"');
    expect(response.headers["content-encoding"]).toBeUndefined();
    expect(response.headers["x-page-cache"]).toBeUndefined();
    expect(response.headers["x-content-type-options"]).toBe("nosniff");
  }
  expect(renders).toBe(2);
});
