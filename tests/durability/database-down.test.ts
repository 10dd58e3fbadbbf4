import { expect, test } from "vitest";
import { startFaultyNetwork } from "../support/faulty-network.ts";
import { shopUrlOf } from "../support/shop/shop-process.ts";
import { startReadyCluster } from "./ready-cluster.ts";
import { shopSuite } from "./shop-suite.ts";

const { start } = shopSuite();

const PRODUCT_ID = "01a207d7-7d4e-72e3-a5a9-0b6787dab624";
const MAX_WAIT_MS = 5_000;
/** Request limits wait for the database first. */
const MAX_WRITE_MS = 15_000;

const HEALTHY_PAGES = ["search?q=silk", "search?q=wool", "search?q=gown", "search?q=suit"];

/** What this machine needs for as many pages at once without a fault; a limit is that much longer. */
async function measureHealthyMs(shop: string): Promise<number> {
  const startMs = performance.now();
  await Promise.all(HEALTHY_PAGES.map(async (page) => (await fetch(`${shop}/${page}`)).text()));
  return performance.now() - startMs;
}

/** Status, Retry-After, heading, whether it came in time, and whether the layout is there. */
async function firstLoad(url: string, healthyMs: number) {
  const startMs = performance.now();
  const response = await fetch(url);
  const html = await response.text();
  return {
    status: response.status,
    canRetry: response.headers.has("retry-after"),
    heading: /<h1[^>]*>([^<]*)</.exec(html)?.[1],
    hasFrame: /<header[\s\S]*Demerara Atelier[\s\S]*<footer/.test(html),
    isInTime: performance.now() - startMs < MAX_WAIT_MS + healthyMs,
  };
}

const panel = {
  status: 503,
  canRetry: true,
  heading: "Error Loading Category",
  hasFrame: true,
  isInTime: true,
};
const screen = { ...panel, heading: "Something went wrong" };

/** Status, and whether a message and Retry-After came in time. */
async function write(url: string, headers: Record<string, string>, healthyMs: number) {
  const startMs = performance.now();
  const body = new URLSearchParams({
    fullName: "Asha Persaud",
    email: "asha@example.com",
    subject: "A fitting",
    message: "Can I come on Tuesday?",
    username: "owner",
    password: "not the right one",
  });
  const response = await fetch(url, { method: "POST", body, headers });
  return {
    status: response.status,
    canRetry: response.headers.has("retry-after"),
    hasMessage: (await response.text()).length > 40,
    isInTime: performance.now() - startMs < MAX_WRITE_MS + healthyMs,
  };
}

const refused = { status: 503, canRetry: true, hasMessage: true, isInTime: true };

/** Forms with and without JavaScript, routes without a page, readiness. */
async function expectRefusals(shop: string, healthyMs: number): Promise<void> {
  const writes = ["/contact", "/login"].flatMap((path) => [
    write(shop + path, { accept: "text/html" }, healthyMs),
    write(`${shop + path}.data`, {}, healthyMs),
  ]);
  expect(await Promise.all(writes)).toEqual([refused, refused, refused, refused]);
  const suggestions = await fetch(`${shop}/search/suggestions?q=linen`);
  expect(suggestions.status).toBe(503);
  expect(await suggestions.json()).toMatchObject({ error: { code: "unavailable" } });
  expect((await fetch(`${shop}/readyz`)).status).toBe(503);
  expect((await fetch(`${shop}/healthz`)).status).toBe(200);
}

test("with the database down a first page load gets its own error within five seconds, and forms and routes 503 with a message and Retry-After", async () => {
  const { close, url, variables } = await startReadyCluster();
  const target = new URL(url);
  await using network = await startFaultyNetwork(Number(target.port));
  target.port = String(network.port);
  try {
    const shop = await shopUrlOf(start({ ...variables, DATABASE_URL: target.href }));
    const healthyMs = await measureHealthyMs(shop);
    network.swallow();
    const pages = [
      "shop",
      "collections/evening-elegance",
      "search?q=linen",
      `product/${PRODUCT_ID}`,
    ];
    const loads = pages.map((page) => firstLoad(`${shop}/${page}`, healthyMs));
    expect(await Promise.all(loads)).toEqual([panel, panel, panel, screen]);
    await expectRefusals(shop, healthyMs);
    await network.heal();
    await network.refuse();
    const others = ["catalog", "about"].map((page) => firstLoad(`${shop}/${page}`, healthyMs));
    expect(await Promise.all(others)).toEqual([panel, screen]);
    await expectRefusals(shop, healthyMs);
    await network.heal();
    await expect
      .poll(async () => (await fetch(`${shop}/shop`)).status, { interval: 100 })
      .toBe(200);
  } finally {
    await close();
  }
});
