import { once } from "node:events";
import { connect } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { pino } from "pino";
import { expect, test } from "vitest";
import { startShopHost } from "#tests/support/shop-host.ts";
import { defaultRateLimits } from "./rate-limit.ts";

const html = { "content-type": "text/html; charset=utf-8" };
const hello = () => new Response("<p>hello</p>", { headers: html });

test("a private response is never stored, has an id, and carries the security headers", async () => {
  await using host = await startShopHost({ render: hello, publicUrl: "https://shop.example" });
  const { headers } = await host.request("/account");
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(headers["x-request-id"]).toMatch(/^[\w-]{20,}$/);
  expect(headers["content-security-policy"]).toContain("default-src 'self'");
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
  expect(headers["strict-transport-security"]).toContain("max-age=");
});

test("every kind of response tells subdomains to use https where the operator says so", async () => {
  await using host = await startShopHost({
    render: (request) =>
      new URL(request.url).pathname === "/shared"
        ? new Response("<p>hello</p>", { headers: { ...html, "cache-control": "public" } })
        : hello(),
    publicUrl: "https://shop.example",
    hstsSubdomains: true,
  });
  for (const path of ["/account", "/shared", "/shared", "/healthz", "/nothing%"]) {
    const { headers } = await host.request(path);
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  }
});

test("a sensible request id is kept, a strange one replaced", async () => {
  await using host = await startShopHost({ render: hello });
  const stored = await host.request("/a", { headers: { "x-request-id": "trace-0123456789" } });
  const replaced = await host.request("/a", { headers: { "x-request-id": "<script>" } });
  expect(stored.headers["x-request-id"]).toBe("trace-0123456789");
  expect(replaced.headers["x-request-id"]).not.toContain("<");
});

test("a large private page is compressed, a small one and a picture are not", async () => {
  await using host = await startShopHost({
    render: (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/small") return hello();
      const type = pathname === "/picture" ? "image/webp" : "text/html";
      return new Response("x".repeat(5_000), { headers: { "content-type": type } });
    },
  });
  const send = (path: string) => host.request(path, { headers: { "accept-encoding": "br, gzip" } });
  const large = await send("/large");
  expect(large.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(large.body).length).toBe(5_000);
  expect((await send("/small")).headers["content-encoding"]).toBeUndefined();
  expect((await send("/picture")).headers["content-encoding"]).toBeUndefined();
});

test("a cookie and a redirect pass the host unharmed", async () => {
  await using host = await startShopHost({
    render: () => {
      const headers = new Headers({ location: "/admin" });
      headers.append("set-cookie", "a=1; Path=/");
      headers.append("set-cookie", "b=2; Path=/");
      return new Response(null, { status: 302, headers });
    },
  });
  const response = await host.request("/login", {
    method: "POST",
    body: "x=1",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(response.status).toBe(302);
  expect(response.headers.location).toBe("/admin");
  expect(response.headers["set-cookie"]).toEqual(["a=1; Path=/", "b=2; Path=/"]);
});

test("a body over the limit is refused with words, however it is sent; one within reaches the action whole", async () => {
  const received: number[] = [];
  await using host = await startShopHost({
    render: async (request) => {
      received.push((await request.text()).length);
      return hello();
    },
  });
  const headers = { accept: "text/html" };
  const declared = await host.request("/contact", {
    method: "POST",
    body: Buffer.alloc(1_000_001),
    headers,
  });
  expect(declared.status).toBe(413);
  expect(declared.body.toString()).toContain("up to 1 MB");
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const chunked = { ...form, "transfer-encoding": "chunked" };
  const streamed = await host.request("/contact", {
    method: "POST",
    body: Buffer.alloc(1_000_001),
    headers: chunked,
  });
  expect(streamed.status).toBe(413);
  expect(received).toEqual([]);
  await host.request("/contact", {
    method: "POST",
    body: Buffer.alloc(1_000_000, "a"),
    headers: form,
  });
  await host.request("/contact", {
    method: "POST",
    body: Buffer.alloc(999, "a"),
    headers: chunked,
  });
  expect(received).toEqual([1_000_000, 999]);
});

test("a form with photos of a fit may be larger than others, and its refusal names its own limit", async () => {
  const received: number[] = [];
  await using host = await startShopHost({
    render: async (request) => {
      received.push((await request.arrayBuffer()).byteLength);
      return hello();
    },
  });
  const headers = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
  const post = (path: string, bytes: number) =>
    host.request(path, { method: "POST", body: Buffer.alloc(bytes, "a"), headers });
  expect((await post("/garment/token", 16_000_000)).status).toBe(200);
  expect(received).toEqual([16_000_000]);
  for (const path of ["/garment/token", "/profile/orders/1/garments/2.data"]) {
    const refused = await post(path, 16_000_001);
    expect(refused.status).toBe(413);
    expect(refused.body.toString()).toContain("The shop accepts up to 16 MB at a time.");
  }
  const elsewhere = await post("/garment/token/photos", 1_000_001);
  expect(elsewhere.body.toString()).toContain("The shop accepts up to 1 MB at a time.");
});

test("an empty write is an empty form, and a body that is neither form nor JSON is refused", async () => {
  await using host = await startShopHost({
    render: async (request) => new Response(String([...(await request.formData())].length)),
  });
  const empty = await host.request("/login", { method: "POST" });
  expect([empty.status, empty.body.toString()]).toEqual([200, "0"]);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const filled = await host.request("/login", { method: "POST", body: "a=1&b=2", headers: form });
  expect(filled.body.toString()).toBe("2");
  for (const type of ["text/plain", "multipart/form-data", "x"]) {
    const headers = { "content-type": type };
    expect((await host.request("/login", { method: "POST", body: "x", headers })).status).toBe(415);
  }
});

test("a write from another site's page is refused, except a signed payment event", async () => {
  await using host = await startShopHost({ render: hello });
  const foreign = { origin: "https://evil.example" };
  const refused = await host.request("/checkout.data", { method: "POST", headers: foreign });
  expect(refused.status).toBe(403);
  expect(JSON.parse(refused.body.toString()).error.code).toBe("foreign_origin");
  const event = await host.request("/payments/events", { method: "POST", headers: foreign });
  expect(event.status).toBe(200);
  const own = { origin: `http://127.0.0.1:${host.port}`, host: `127.0.0.1:${host.port}` };
  expect((await host.request("/login", { method: "POST", headers: own })).status).toBe(200);
});

test("too many tries get 429 with the time to wait, as a page for people", async () => {
  const rateLimits = { ...defaultRateLimits, auth: { points: 2, duration: 10, batch: 1 } };
  await using host = await startShopHost({ render: hello, rateLimits });
  const headers = { accept: "text/html" };
  const tries = [];
  for (let index = 0; index < 3; index += 1) {
    tries.push(await host.request("/login", { method: "POST", headers }));
  }
  expect(tries.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(Number(tries[2]?.headers["retry-after"])).toBeGreaterThan(0);
  expect(tries[2]?.body.toString()).toContain("Please wait");
  expect((await host.request("/shop")).status).toBe(200);
});

test("behind a trusted proxy visitors are identified by the address it saw, not by the one they claim", async () => {
  const rateLimits = { ...defaultRateLimits, auth: { points: 1, duration: 10, batch: 1 } };
  await using host = await startShopHost({ render: hello, rateLimits, trustedProxies: 1 });
  const from = async (address: string) => {
    const headers = { "x-forwarded-for": address };
    return (await host.request("/login", { method: "POST", headers })).status;
  };
  expect(await from("1.1.1.1, 203.0.113.7")).toBe(200);
  expect(await from("2.2.2.2, 203.0.113.7")).toBe(429);
  expect(await from("2.2.2.2, 203.0.113.8")).toBe(200);
});

test.each([
  "/%",
  "/%00",
  "/%ff%fe",
  "/shop?q=%00",
  "/shop/",
  "//evil.example//",
  "/a/../../b/",
  "/shop?%",
  "/shop?q=%ff",
  "/assets/../../package.json",
  "/assets/%2e%2e/%2e%2e/package.json",
  "/assets/missing.js",
  "/\\evil.example",
  "/caf%C3%A9",
  `/${"x".repeat(3_000)}`,
])("the address %s never breaks the host", async (path) => {
  await using host = await startShopHost({ render: hello });
  for (const method of ["GET", "HEAD", "POST"]) {
    const response = await host.request(path, { method });
    expect(response.status).toBeLessThan(500);
    const { location } = response.headers;
    if (location) expect(new URL(location, host.url).origin).toBe(host.url);
  }
});

test("requests that no client should send get an answer and leave the host standing", async () => {
  await using host = await startShopHost({ render: hello });
  const end = "connection: close\r\n\r\n";
  for (const text of [
    `GET http://other.example/shop HTTP/1.1\r\nhost: x\r\n${end}`,
    `GET /shop HTTP/1.1\r\nhost: bad host\r\n${end}`,
    `GET /shop HTTP/1.1\r\nhost: a\\b\r\n${end}`,
    `GET shop HTTP/1.1\r\nhost: x\r\n${end}`,
    `OPTIONS * HTTP/1.1\r\nhost: x\r\n${end}`,
    `GET /shop HTTP/1.1\r\n${end}`,
    "nonsense\r\n\r\n",
  ]) {
    expect(await host.requestRaw(text)).toMatch(/^HTTP\/1\.1 [234]/);
  }
  expect((await host.request("/shop")).status).toBe(200);
});

test("a write that breaks off before all of it has arrived reaches no action, and is no fault of the shop", async () => {
  const reached: string[] = [];
  const logged: string[] = [];
  await using host = await startShopHost({
    logger: pino({ level: "error" }, { write: (line) => void logged.push(line) }),
    render: (request) => {
      reached.push(request.method);
      return hello();
    },
  });
  for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
    const socket = connect(host.port, "127.0.0.1");
    socket.end(
      `POST /a HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 99\r\n\r\n{`,
    );
    await once(socket.resume(), "close");
    const chunked = connect(host.port, "127.0.0.1");
    chunked.end(
      `POST /contact HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{`,
    );
    await once(chunked.resume(), "close");
  }
  expect((await host.request("/a")).status).toBe(200);
  expect(reached).toEqual(["GET"]);
  expect(logged).toEqual([]);
});

test("a piece of an upload is handed on as it arrives, so that what came before a break can be kept", async () => {
  let heard = "";
  const { promise, resolve } = Promise.withResolvers<void>();
  await using host = await startShopHost({
    render: async (request) => {
      for await (const chunk of request.body ?? []) {
        heard += Buffer.from(chunk).toString();
        resolve();
      }
      return hello();
    },
  });
  const type = "application/offset+octet-stream";
  const socket = connect(host.port, "127.0.0.1");
  socket.write(
    `PATCH /a HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 99\r\n\r\nhalf`,
  );
  await promise;
  socket.destroy();
  expect(heard).toBe("half");
});

test("a method that no address knows is answered 405 with those that exist", async () => {
  await using host = await startShopHost({ render: hello });
  for (const method of ["TRACE", "OPTIONS", "PROPFIND"]) {
    const response = await host.request("/shop", { method });
    expect(response.status).toBe(405);
    expect(response.headers.allow).toContain("GET");
  }
});

test("when everything fails the answer is a page in plain words, without the cause", async () => {
  await using host = await startShopHost({
    render: () => {
      throw new Error("password of the database");
    },
  });
  const response = await host.request("/account", { headers: { accept: "text/html" } });
  expect(response.status).toBe(500);
  expect(response.body.toString()).toContain("Something went wrong");
  expect(response.body.toString()).not.toContain("password");
  expect(response.headers["content-security-policy"]).toBeDefined();
});

test("health is about the process alone, readiness also about the database and the disk", async () => {
  let fault: string | null = null;
  await using host = await startShopHost({ render: hello, findFault: async () => fault });
  expect((await host.request("/readyz")).status).toBe(200);
  fault = "database read-only";
  const unready = await host.request("/readyz");
  expect(unready.status).toBe(503);
  expect(JSON.parse(unready.body.toString())).toEqual({ status: "database read-only" });
  expect((await host.request("/healthz")).status).toBe(200);
});

test("a mail server or file storage that cannot be used leaves the shop ready, and degraded; the cause is for this machine", async () => {
  const reason = "The mail server refuses the user name or password: 535 5.7.8";
  await using host = await startShopHost({
    render: hello,
    findProblems: async () => [{ server: "mail", reason }],
  });
  const local = await host.request("/readyz");
  expect(local.status).toBe(200);
  expect(JSON.parse(local.body.toString())).toEqual({
    status: "degraded",
    problems: [{ server: "mail", reason }],
  });
  const proxied = await host.request("/readyz", { headers: { "x-forwarded-for": "203.0.113.7" } });
  expect(proxied.status).toBe(200);
  expect(JSON.parse(proxied.body.toString()).problems).toEqual([{ server: "mail" }]);
});

test("metrics are for this machine only", async () => {
  await using host = await startShopHost({ render: hello });
  await host.request("/account");
  const local = await host.request("/metrics");
  expect(local.status).toBe(200);
  expect(local.body.toString()).toContain('shop_requests_total{status="200"} 1');
  const proxied = await host.request("/metrics", { headers: { "x-forwarded-for": "203.0.113.7" } });
  expect(proxied.status).toBe(404);
});
