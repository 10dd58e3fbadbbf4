import { fork } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "./place-orders/open-loop.ts";
import type { FloodResult } from "./support/flood.ts";
import { sendRequests } from "./support/load.ts";
import type { Metric } from "./support/metric.ts";
import { startMeasuredShop } from "./support/shop.ts";

const PAGE = "/shop";
const CACHED = "/about";
const WARM_UP = 1_500;
const CAPACITY_REQUESTS = 600;
const CONNECTIONS = 8;
const TIMES_CAPACITY = 4;
const SECONDS = 15;
const PROBE_EVERY_MS = 100;

let unique = 0;
/** The page ignores this parameter, so the cache misses. */
const neverCached = () => `${PAGE}?q=${process.pid}w${++unique}`;

/** Returns the rate for eight sequential visitors. */
async function findCapacity(port: number): Promise<number> {
  await sendRequests({ port, count: WARM_UP, connections: CONNECTIONS, path: neverCached });
  const startedMs = performance.now();
  const count = CAPACITY_REQUESTS;
  await sendRequests({ port, count, connections: CONNECTIONS, path: neverCached });
  return (count * 1_000) / (performance.now() - startedMs);
}

function timeOf(port: number, path: string): Promise<number> {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { host: `localhost:${port}`, accept: "text/html" };
    request({ port, path, headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
      response.resume().once("end", () => resolve(performance.now() - startedMs));
    })
      .on("error", reject)
      .end();
  });
}

/** Sends ten requests per second, however late the responses are. */
async function probe(port: number, path: string, ended: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const asked: Promise<number>[] = [];
  while (!isOver) {
    // A response that never arrives counts as the latest.
    asked.push(timeOf(port, path).catch(() => Number.POSITIVE_INFINITY));
    await wait(PROBE_EVERY_MS);
  }
  return Promise.all(asked);
}

/** Floods from another process with low priority. */
async function flood(port: number, perSecond: number): Promise<FloodResult> {
  const child = fork(new URL("support/flood.ts", import.meta.url), [
    ...[port, perSecond, SECONDS].map(String),
    PAGE,
  ]);
  const [result] = await once(child, "message");
  return result as FloodResult;
}

/** Requests uncached pages at four times the capacity while others read a cached page and a health check. */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop({ environment: { PICTURES: "when-asked" } });
  const { port } = shop;
  const perSecond = Math.round(await findCapacity(port));
  await timeOf(port, CACHED);
  const flooded = flood(port, perSecond * TIMES_CAPACITY);
  const [result, cached, health] = await Promise.all([
    flooded,
    probe(port, CACHED, flooded),
    probe(port, "/healthz", flooded),
  ]);
  const total = result.served + result.refused + result.other + result.timedOut;
  console.log(`  capacity ${perSecond} a second; ${JSON.stringify(result)}`);
  return [
    {
      subject: "responses and refusals with a message, share",
      value: (result.served + result.refused) / total,
    },
    { subject: "served, share of the capacity", value: result.served / (perSecond * SECONDS) },
    { subject: "uncached page or refusal, p99 in ms by the clock", value: result.p99 },
    { subject: "cached page, p99 in ms by the clock", value: percentile(cached, 0.99) },
    { subject: "health check, p99 in ms by the clock", value: percentile(health, 0.99) },
  ];
}
