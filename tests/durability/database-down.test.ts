import { expect, test } from "vitest";
import { startFaultyNetwork } from "../support/faulty-network.ts";
import { startTemporaryCluster } from "../support/temporary-cluster.ts";
import { shopUrlOf } from "./shop-process.ts";
import { shopSuite } from "./shop-suite.ts";

const { start } = shopSuite();

const MAX_WAIT_MS = 5_000;

/** A first page load: its status, heading and duration, and whether the shop's frame is around it. */
async function firstLoad(url: string) {
  const startMs = performance.now();
  const response = await fetch(url);
  const html = await response.text();
  return {
    status: response.status,
    heading: /<h1[^>]*>([^<]*)</.exec(html)?.[1],
    hasFrame: /<header[\s\S]*Demerara Atelier[\s\S]*<footer/.test(html),
    isInTime: performance.now() - startMs < MAX_WAIT_MS,
  };
}

const panel = { status: 500, heading: "Error Loading Category", hasFrame: true, isInTime: true };
const screen = { ...panel, heading: "Something went wrong" };

test("with the database down a first page load shows the page's own error within five seconds", async () => {
  const cluster = await startTemporaryCluster();
  const target = new URL(cluster.urlOf("postgres"));
  await using network = await startFaultyNetwork(Number(target.port));
  target.port = String(network.port);
  try {
    const shop = await shopUrlOf(
      start({
        DATABASE_URL: target.href,
        AUTH_SECRET: "a".repeat(32),
        SETTINGS_KEY: "b".repeat(32),
      }),
    );
    network.swallow();
    expect(await firstLoad(`${shop}/shop`)).toEqual(panel);
    expect(await firstLoad(`${shop}/collections/evening-elegance`)).toEqual(panel);
    expect(await firstLoad(`${shop}/search?q=linen`)).toEqual(panel);
    expect(await firstLoad(`${shop}/product/01a207d7-7d4e-72e3-a5a9-0b6787dab624`)).toEqual(screen);
    await network.heal();
    await network.refuse();
    expect(await firstLoad(`${shop}/catalog`)).toEqual(panel);
    expect(await firstLoad(`${shop}/about`)).toEqual(screen);
    await network.heal();
    await expect
      .poll(async () => (await fetch(`${shop}/shop`)).status, { timeout: 15_000, interval: 500 })
      .toBe(200);
  } finally {
    await cluster.close();
  }
});
