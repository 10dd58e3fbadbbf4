import { expect, test } from "vitest";
import { reportFailure } from "#db/database-outage.server.ts";
import { publicPage, startShopHost } from "#tests/support/shop-host.ts";
import type { AdmissionOptions } from "./admission.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
const HTML = { accept: "text/html" };
const JSON_TYPE = "application/json; charset=utf-8";

/** A render that occupies the processor. */
function busyPage(): Response {
  const untilMs = performance.now() + 20;
  while (performance.now() < untilMs);
  return new Response("page");
}

/** One page and one write at once; its page is in memory first. */
async function startFullShop(admission: Partial<AdmissionOptions> = { maxWaitMs: 30 }) {
  const unfinished: (() => void)[] = [];
  const pages = new Map([["/about", () => publicPage("about")]]);
  const matched: string[] = [];
  const host = await startShopHost({
    matchedRoute(path) {
      matched.push(path);
      return "";
    },
    render: (request) => {
      const page = pages.get(new URL(request.url).pathname);
      if (page) return page();
      return new Promise((resolve) => {
        unfinished.push(() => resolve(new Response("done")));
      });
    },
    admission: { limits: { min: 1, max: 1 }, maxWriteWaitMs: 30, maxWaiting: 4, ...admission },
  });
  await host.request("/about");
  const slow = Promise.all([
    host.request("/account"),
    host.request("/contact", { method: "POST", headers: FORM, body: "name=Asha" }),
  ]);
  await expect.poll(() => unfinished.length).toBe(2);
  return {
    ...host,
    /** Paths that got beyond the first check. */
    matched,
    async [Symbol.asyncDispose]() {
      for (const finish of unfinished) finish();
      await slow;
      await host[Symbol.asyncDispose]();
    },
  };
}

test("an overloaded shop refuses a page with 503, a message and Retry-After", async () => {
  await using host = await startFullShop();
  const { status, headers, body } = await host.request("/search?q=linen", { headers: HTML });
  expect(status).toBe(503);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(body.toString()).toMatch(/<h1[^>]*>The shop is very busy<\/h1>/);
});

test("a full shop refuses a page before any work for it, with the headers of every page", async () => {
  await using host = await startFullShop({ maxWaitMs: 60_000 });
  const waiting = [1, 2, 3, 4].map((number) => host.request(`/account?page=${number}`));
  await expect.poll(() => host.matched.filter((path) => path === "/account").length).toBe(5);
  const { status, headers } = await host.request("/shop", { headers: HTML });
  expect(status).toBe(503);
  expect(headers["content-security-policy"]).toContain("default-src 'self'");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["x-request-id"]).toMatch(/./);
  expect(host.matched).not.toContain("/shop");
  const head = await host.request("/shop", { method: "HEAD", headers: HTML });
  expect([head.status, head.body.length]).toEqual([503, 0]);
  // The end of the host ends them.
  void Promise.allSettled(waiting);
});

test("a health check waits for few of the renders that were requested before it", async () => {
  let rendered = 0;
  await using host = await startShopHost({
    render() {
      rendered += 1;
      return busyPage();
    },
  });
  const get = (path: string) =>
    host.requestRaw(`GET ${path} HTTP/1.1\r\nhost: shop.example\r\nconnection: close\r\n\r\n`);
  const flood = Array.from({ length: 60 }, (_, index) => get(`/page/${index}`));
  await expect.poll(() => rendered).toBeGreaterThan(0);
  const before = rendered;
  expect(await get("/healthz")).toContain("200 OK");
  expect(rendered - before).toBeLessThan(10);
  await Promise.all(flood);
});

test("an overloaded shop refuses a script's request with 503, JSON and Retry-After", async () => {
  await using host = await startFullShop();
  const { status, headers, body } = await host.request("/search.data?q=linen");
  expect(status).toBe(503);
  expect(headers["content-type"]).toBe(JSON_TYPE);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(JSON.parse(body.toString())).toMatchObject({ error: { code: "busy" } });
});

test("an overloaded shop still serves pages in memory, health checks and metrics", async () => {
  await using host = await startFullShop();
  expect((await host.request("/about", { headers: HTML })).status).toBe(200);
  expect((await host.request("/healthz")).status).toBe(200);
  expect((await host.request("/readyz")).status).toBe(200);
  await host.request("/search?q=linen");
  const metrics = (await host.request("/metrics")).body.toString();
  expect(metrics).toContain("shop_refused_total 1");
  expect(metrics).toMatch(/shop_event_loop_delay_seconds \d/);
});

test("an overloaded shop serves an outdated page from memory instead of a refusal", async () => {
  await using host = await startFullShop();
  host.cache.freshness.changes.drop(2);
  const { status, body } = await host.request("/about", { headers: HTML });
  expect(status).toBe(200);
  expect(body.toString()).toContain("about");
});

test("a form that was refused comes back as it was sent, and Try Again sends it once more", async () => {
  await using host = await startFullShop();
  const { status, body } = await host.request("/contact?kind=order", {
    method: "POST",
    headers: FORM,
    body: new URLSearchParams([
      ["name", 'Asha "A" <b>'],
      ["message", "two\nlines"],
    ]).toString(),
  });
  expect(status).toBe(503);
  const html = body.toString();
  expect(html).toContain('<form method="post" action="/contact?kind=order"');
  expect(html).toContain('name="name" value="Asha &quot;A&quot; &lt;b&gt;"');
  expect(html).toContain('name="message" value="two\nlines"');
  expect(html).toMatch(/<button[^>]*>Try Again<\/button>/);
});

test("a refused form with a password does not return it", async () => {
  await using host = await startFullShop();
  const body = "email=asha%40example.com&password=secret-word";
  const response = await host.request("/login", { method: "POST", headers: FORM, body });
  expect(response.status).toBe(503);
  expect(response.body.toString()).not.toContain("secret-word");
});

const lost = () => reportFailure(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));

test("a page that fails because of the database keeps its own message, with 503 and Retry-After", async () => {
  await using host = await startShopHost({
    render: () => {
      lost();
      const headers = { "content-type": "text/html; charset=utf-8" };
      return new Response("<h1>Error Loading Category</h1>", { status: 500, headers });
    },
  });
  const { status, headers, body } = await host.request("/shop", { headers: HTML });
  expect(status).toBe(503);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(body.toString()).toContain("Error Loading Category");
});

test("a route without a page of its own fails with 503 and a message while the database is away", async () => {
  await using host = await startShopHost({
    render: () => {
      lost();
      return new Response("Unexpected Server Error", { status: 500 });
    },
  });
  const { status, body } = await host.request("/feeds/products.xml");
  expect(status).toBe(503);
  expect(JSON.parse(body.toString())).toMatchObject({ error: { code: "unavailable" } });
});

test("a fault of the shop itself stays 500", async () => {
  await using host = await startShopHost({
    render: () => new Response("Unexpected Server Error", { status: 500 }),
  });
  expect((await host.request("/account")).status).toBe(500);
});
