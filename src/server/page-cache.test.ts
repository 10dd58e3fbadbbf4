import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startShopHost } from "#tests/support/shop-host.ts";

const PUBLIC = "public, max-age=0, s-maxage=60, stale-while-revalidate=600";
const shop = { host: "shop.example" };

function page(text: string, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(`<!doctype html><p>${text}</p>${" ".repeat(2_000)}`, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": PUBLIC, ...headers },
  });
}

test("a public page is rendered once and then comes from memory, the same in every encoding", async () => {
  let renders = 0;
  await using host = await startShopHost({
    render: () => {
      renders += 1;
      return page("Good day");
    },
  });
  const first = await host.ask("/shop", { headers: { ...shop, "accept-encoding": "br" } });
  const second = await host.ask("/shop", { headers: { ...shop, "accept-encoding": "br" } });
  const zipped = await host.ask("/shop", { headers: { ...shop, "accept-encoding": "gzip" } });
  const plain = await host.ask("/shop", { headers: shop });
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
    "cache-control": PUBLIC,
    "x-content-type-options": "nosniff",
  });
  expect(new Set([second, zipped, plain].map(({ headers }) => headers.etag)).size).toBe(3);
});

test("a browser that has the page is told so in a few bytes, from memory and on a miss", async () => {
  await using host = await startShopHost({ render: () => page("Good day") });
  const { headers } = await host.ask("/shop");
  const etag = String(headers.etag);
  const again = await host.ask("/shop", {
    headers: { "if-none-match": `"other", ${etag.replace("W/", "")}` },
  });
  expect(again.status).toBe(304);
  expect(again.body.length).toBe(0);
  expect(again.headers.etag).toBe(etag);
  host.cache.dropAll(2);
  const rendered = await host.ask("/shop", { headers: { "if-none-match": etag } });
  expect(rendered.status).toBe(304);
});

test("HEAD gets the headers of the page without its body", async () => {
  await using host = await startShopHost({ render: () => page("Good day") });
  const missed = await host.ask("/shop", { method: "HEAD" });
  const hit = await host.ask("/shop", { method: "HEAD" });
  expect([missed.status, missed.body.length]).toEqual([200, 0]);
  expect(hit.headers["x-page-cache"]).toBe("hit");
  expect(Number(hit.headers["content-length"])).toBeGreaterThan(2_000);
});

test("strangers' parameters neither reach the render nor make entries", async () => {
  const asked: string[] = [];
  await using host = await startShopHost({
    render: (request) => {
      asked.push(new URL(request.url).search);
      return page("Shop");
    },
  });
  await host.ask("/shop", { headers: shop });
  for (let index = 0; index < 50; index += 1) {
    const answer = await host.ask(`/shop?utm_source=${index}&fbclid=${index}`, { headers: shop });
    expect(answer.headers["x-page-cache"]).toBe("hit");
  }
  await host.ask("/shop?utm_source=x&page=2", { headers: shop });
  expect(asked).toEqual(["", "?page=2"]);
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
      return page("Shop");
    },
  });
  const asked = Array.from({ length: 20 }, () => host.ask("/shop", { headers: shop }));
  await expect.poll(() => renders).toBe(1);
  open();
  const answers = await Promise.all(asked);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(renders).toBe(1);
});

test("a shared page is never rendered from one visitor's cookies or from a host name somebody typed", async () => {
  const seen: { host: string; cookie: string | null }[] = [];
  await using host = await startShopHost({
    render: (request) => {
      seen.push({ host: new URL(request.url).host, cookie: request.headers.get("cookie") });
      return page(`for ${request.headers.get("cookie")} at ${new URL(request.url).host}`);
    },
  });
  const headers = { host: "evil.example", cookie: "session=secret" };
  const first = await host.ask("/shop", { headers });
  const second = await host.ask("/shop", { headers: shop });
  expect(first.body.toString()).toContain("for null at shop.example");
  expect(second.body.toString()).toContain("for null at shop.example");
  expect(seen.at(-1)).toEqual({ host: "shop.example", cookie: null });
});

test("a private page meets its visitor exactly once, with every cookie and parameter", async () => {
  const seen: string[] = [];
  await using host = await startShopHost({
    render: (request) => {
      seen.push(`${new URL(request.url).search} ${request.headers.get("cookie")}`);
      return page("Mine", { "cache-control": "private, no-store" });
    },
  });
  const visitors = ["a", "b"].map((cookie) =>
    host.ask("/checkout/success?session_id=1", { headers: { cookie } }),
  );
  await Promise.all(visitors);
  expect(seen.sort()).toEqual(["?session_id=1 a", "?session_id=1 b"]);
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
      return page("Once", headers as Record<string, string>, status);
    },
  });
  await host.ask("/thing", { headers: shop });
  const second = await host.ask("/thing", { headers: shop });
  expect(second.status).toBe(status);
  expect(second.headers["x-page-cache"]).toBeUndefined();
  expect(renders).toBe(2);
});

test("new content shows on the very next request", async () => {
  let text = "old";
  await using host = await startShopHost({ render: () => page(text) });
  await host.ask("/shop", { headers: shop });
  text = "new";
  host.cache.dropAll(2);
  const next = await host.ask("/shop", { headers: shop });
  expect(next.body.toString()).toContain("new");
  expect(next.headers["x-page-cache"]).toBe("miss");
});

test("a render that began before a change is never served after it, and nobody new waits for it", async () => {
  let text = "old";
  let open: () => void = () => undefined;
  let gate: Promise<void> | null = new Promise<void>((resolve) => {
    open = resolve;
  });
  let started = 0;
  await using host = await startShopHost({
    render: async () => {
      const shown = text;
      started += 1;
      if (gate && started > 1) await gate;
      return page(shown);
    },
  });
  await host.ask("/shop", { headers: shop });
  host.cache.dropAll(2);
  const early = host.ask("/shop", { headers: shop });
  await expect.poll(() => started).toBe(2);
  text = "new";
  host.cache.dropAll(3);
  gate = null;
  const late = await host.ask("/shop", { headers: shop });
  expect(late.body.toString()).toContain("new");
  open();
  await early;
  const after = await host.ask("/shop", { headers: shop });
  expect(after.body.toString()).toContain("new");
});

test("while rendering fails the last page known is shown, and the new one as soon as it works again", async () => {
  let render: () => Response = () => page("before");
  await using host = await startShopHost({ render: () => render() });
  await host.ask("/shop", { headers: shop });
  host.cache.dropAll(2);
  render = () => page("broken", { "cache-control": "no-store" }, 500);
  const stale = await host.ask("/shop", { headers: shop });
  render = () => {
    throw new Error("no database");
  };
  const thrown = await host.ask("/shop", { headers: shop });
  for (const answer of [stale, thrown]) {
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toContain("before");
    expect(answer.headers["x-page-cache"]).toBe("stale");
    expect(answer.headers.warning).toBeUndefined();
  }
  render = () => page("after");
  const fresh = await host.ask("/shop", { headers: shop });
  expect(fresh.body.toString()).toContain("after");
});

test("without certainty every hit is backed by a question to the database", async () => {
  let version = 1;
  let questions = 0;
  let renders = 0;
  await using host = await startShopHost({
    sure: false,
    render: () => {
      renders += 1;
      return page(`version ${version}`);
    },
  });
  host.cache.freshness.askWith(async () => {
    questions += 1;
    return version;
  });
  await host.ask("/shop", { headers: shop });
  const hit = await host.ask("/shop", { headers: shop });
  expect(hit.headers["x-page-cache"]).toBe("hit");
  expect([questions, renders]).toEqual([2, 1]);
  version = 2;
  const changed = await host.ask("/shop", { headers: shop });
  expect(changed.body.toString()).toContain("version 2");
});

test("with the database away the pages known keep coming without a render", async () => {
  let renders = 0;
  await using host = await startShopHost({
    render: () => {
      renders += 1;
      return page("Shop");
    },
  });
  await host.ask("/shop", { headers: shop });
  host.cache.freshness.doubt();
  host.cache.freshness.askWith(() => Promise.reject(new Error("no database")));
  const answer = await host.ask("/shop", { headers: shop });
  expect(answer.headers["x-page-cache"]).toBe("stale");
  expect(renders).toBe(1);
});

test("inline scripts of the page are allowed by hash, on the miss and on the hit", async () => {
  await using host = await startShopHost({
    render: () => page('<script nonce="n1">go()</script>', { "x-script-nonce": "n1" }),
  });
  const miss = await host.ask("/shop", { headers: shop });
  const hit = await host.ask("/shop", { headers: shop });
  for (const answer of [miss, hit]) {
    expect(answer.headers["content-security-policy"]).toMatch(/script-src 'self' 'sha256-/);
    expect(answer.headers["x-script-nonce"]).toBeUndefined();
    expect(answer.body.toString()).toContain("<script>go()</script>");
  }
});

test("the data twin of a page is kept like the page", async () => {
  let renders = 0;
  await using host = await startShopHost({
    render: () => {
      renders += 1;
      return new Response("[]", {
        headers: { "content-type": "text/x-script", "cache-control": PUBLIC },
      });
    },
  });
  await host.ask("/shop.data?_routes=a", { headers: shop });
  const hit = await host.ask("/shop.data?_routes=a", { headers: shop });
  expect(hit.headers["x-page-cache"]).toBe("hit");
  expect(renders).toBe(1);
});

test("a page that many ask for is compressed further, says the same and keeps its tag", async () => {
  const words = Array.from({ length: 4_000 }, (_, index) => (index * 7_919) % 1_013).join(" ");
  await using host = await startShopHost({ render: () => page(words) });
  const headers = { ...shop, "accept-encoding": "br" };
  const first = await host.ask("/shop", { headers });
  for (let index = 0; index < 40; index += 1) await host.ask("/shop", { headers });
  await expect
    .poll(async () => (await host.ask("/shop", { headers })).body.length)
    .toBeLessThan(first.body.length);
  const smaller = await host.ask("/shop", { headers });
  expect(brotliDecompressSync(smaller.body)).toEqual(brotliDecompressSync(first.body));
  expect(smaller.headers.etag).toBe(first.headers.etag);
});
