import { afterEach, beforeEach, expect, test } from "vitest";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import type { ShopHost } from "#tests/support/shop-host.ts";
import { publicPage, startShopHost } from "#tests/support/shop-host.ts";
import type { RateKind } from "./rate-limit.ts";
import { defaultRateLimits } from "./rate-limit.ts";

let database: TestDatabase;
let reached: string[];
let hosts: ShopHost[];
let startedMs: number;

beforeEach(async () => {
  database = await createTestDatabase();
  reached = [];
  hosts = [];
  startedMs = performance.now();
});

afterEach(async () => {
  for (const host of hosts) await host[Symbol.asyncDispose]();
  await database.close();
});

/** A process on the test's database; `reached` lists paths past its limits. */
async function startProcess(options: Partial<Parameters<typeof startShopHost>[0]> = {}) {
  const host = await startShopHost({
    db: database.db,
    render: (request) => {
      reached.push(new URL(request.url).pathname);
      return new Response("ok");
    },
    ...options,
  });
  hosts.push(host);
  return host;
}

/** Exactly the burst, plus at most the steady rate since the start. */
function expectLimited(kind: RateKind, times = 1) {
  const { duration, points } = defaultRateLimits[kind];
  const seconds = (performance.now() - startedMs) / 1_000;
  expect(reached.length).toBeGreaterThanOrEqual(points);
  expect(reached.length).toBeLessThanOrEqual(times * points + (seconds * points) / duration + 2);
}

/** Follows redirects, as an attacker's client does. */
async function post(host: ShopHost, path: string, headers: Record<string, string> = {}) {
  let response = await host.request(path, { method: "POST", headers });
  for (let hop = 0; response.status === 308 && hop < 5; hop += 1) {
    response = await host.request(response.headers.location ?? "", { method: "POST", headers });
  }
  return response;
}

/** At once, because each refusal is delayed. */
const postTimes = (host: ShopHost, path: string, times: number) =>
  Promise.all(Array.from({ length: times }, () => post(host, path)));

// Each spelling once bypassed the limit.
test.each<[RateKind, string[]]>([
  ["message", ["/contact", "/Contact", "/CONTACT", "/%63ontact", "//contact", "/contact/"]],
  [
    "message",
    ["/contact.data", "/Contact.data", "/contact/_.data", "/contact?a=1", "/%43ontact.data"],
  ],
  ["auth", ["/order-lookup", "/order%2Dlookup", "/Order-Lookup.data", "/order-lookup/_.data"]],
  [
    "auth",
    ["/order-lookup", "/profile/orders/1/lines/2", "/Profile/orders/1/%6Cines/2/_.data?proof=a"],
  ],
  [
    "auth",
    ["/login", "/Login", "/%6Cogin", "/login/_.data", "/auth", "/AUTH/FORGOT", "/auth/reset"],
  ],
  ["inquiry", ["/product/1/inquiry", "/Product/1/Inquiry", "/product/2/back%2Din-stock/_.data"]],
  ["checkout", ["/checkout", "/Checkout", "/checkout/_.data", "/%63heckout.data"]],
])("one visitor has one limit (%s) for all spellings together: %j", async (kind, spellings) => {
  const host = await startProcess();
  for (let sent = 0; sent < defaultRateLimits[kind].points * 2; sent += spellings.length) {
    await Promise.all(spellings.map((path) => post(host, path)));
  }
  expectLimited(kind);
});

test("two processes share a limit: what one allowed the other does not", async () => {
  const one = await startProcess();
  const other = await startProcess();
  await Promise.all([postTimes(one, "/login", 50), postTimes(other, "/login", 50)]);
  expectLimited("auth");
});

test("two processes share the limit of cheap requests in batches, and both stop", async () => {
  const one = await startProcess();
  const other = await startProcess();
  const send = async (host: ShopHost) => (await post(host, "/cart/quote")).status;
  for (let n = 0; n < 330; n += 1) await Promise.all([send(one), send(other)]);
  // Two windows' points, and requests in flight.
  expect(reached.length).toBeGreaterThanOrEqual(500);
  expect(reached.length).toBeLessThanOrEqual(640);
  // A batch that one of them reserved may be left, and a slow run earns a few points.
  const isRefusedSoon = async (host: ShopHost) => {
    for (let n = 0; n < 50; n += 1) if ((await send(host)) === 429) return true;
    return false;
  };
  expect([await isRefusedSoon(one), await isRefusedSoon(other)]).toEqual([true, true]);
});

const forged = (n: number) => ({ "x-forwarded-for": `198.51.100.${n}` });

test.each([
  ["without a proxy", undefined, forged],
  ["from a peer that is no trusted proxy", ["10.0.0.0/8"], forged],
  ["behind one proxy", 1, (n: number) => ({ "x-forwarded-for": `198.51.100.${n}, 203.0.113.7` })],
  [
    "within one IPv6 network",
    1,
    (n: number) => ({ "x-forwarded-for": `2001:db8:1:2:${n.toString(16)}::1` }),
  ],
])("changing X-Forwarded-For %s wins no requests", async (_where, trustedProxies, headers) => {
  const host = await startProcess({ publicUrl: "https://shop.example", trustedProxies });
  const numbers = Array.from({ length: 100 }, (_, n) => n);
  await Promise.all(numbers.map((n) => post(host, "/login", headers(n))));
  expectLimited("auth");
});

test("a known browser may sign in when strangers with its IP have used up the limit", async () => {
  const host = await startProcess({
    knownDeviceOf: (request) => (request.headers.get("cookie") === "known" ? "device-1" : null),
  });
  await postTimes(host, "/login", 40);
  expect((await post(host, "/login")).status).toBe(429);
  expect((await post(host, "/login", { cookie: "known" })).status).toBe(200);
});

test("an owner may use a passkey or a code when strangers with the same IP have used up the passwords", async () => {
  const host = await startProcess();
  await postTimes(host, "/login", 40);
  expect((await post(host, "/login")).status).toBe(429);
  for (const path of ["/login/passkey", "/login/second-factor"]) {
    expect((await post(host, path)).status).toBe(200);
  }
});

test("while the database is away the limits hold in each process's memory", async () => {
  const host = await startProcess();
  await database.close();
  await postTimes(host, "/contact", 40);
  expectLimited("message");
});

test("a person reads how long to wait, and a script gets the same message", async () => {
  const host = await startProcess();
  for (let n = 0; n < 20; n += 1) await post(host, "/contact");
  const page = await post(host, "/contact", { accept: "text/html" });
  expect(page.status).toBe(429);
  expect(Number(page.headers["retry-after"])).toBeGreaterThan(0);
  expect(page.body.toString()).toMatch(
    /Please wait \d+ seconds and try again. Then go back and send the form again./,
  );
  const json = await post(host, "/contact.data", { accept: "*/*" });
  expect(JSON.parse(json.body.toString()).error.message).toMatch(/Please wait \d+ seconds/);
});

test("all 32 percent-encoded spellings of a page are one page in the cache", async () => {
  const host = await startProcess({ render: () => publicPage("About us") });
  const letters = [..."about"];
  const spell = (bits: number) =>
    `/${letters.map((letter, at) => ((bits >> at) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter)).join("")}`;
  const statuses: number[] = [];
  for (let bits = 0; bits < 32; bits += 1) statuses.push((await host.request(spell(bits))).status);
  expect(statuses).toEqual([200, ...Array(31).fill(301)]);
  expect(host.cache.stats()).toMatchObject({ entries: 1, misses: 1 });
});
