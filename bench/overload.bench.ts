import { fork } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "./place-orders/open-loop.ts";
import { startBareServer } from "./support/bare.ts";
import type { FloodResult } from "./support/flood.ts";
import { sendRequests } from "./support/load.ts";
import type { Metric } from "./support/metric.ts";
import { startMeasuredShop } from "./support/shop.ts";

const PAGE = "/shop";
const CACHED = "/about";
const WARM_UP_MS = 20_000;
const CAPACITY_MS = 8_000;
const BATCH = 40;
const CONNECTIONS = 4;
const TIMES_CAPACITY = 4;
const SECONDS = 15;
const PROBE_EVERY_MS = 50;
/** The bytes of a small page. */
const BARE_BYTES = 8_000;

let unique = 0;
/** An unread parameter: each request is a miss. */
const neverCached = () => `${PAGE}?q=${process.pid}w${++unique}`;

/** Four visitors in sequence; returns requests per second. */
async function requestFor(port: number, ms: number): Promise<number> {
  const startedMs = performance.now();
  let count = 0;
  while (performance.now() - startedMs < ms) {
    await sendRequests({ port, count: BATCH, connections: CONNECTIONS, path: neverCached });
    count += BATCH;
  }
  return (count * 1_000) / (performance.now() - startedMs);
}

/** The rate of uncached pages once code is compiled. */
async function findCapacity(port: number): Promise<number> {
  await requestFor(port, WARM_UP_MS);
  return requestFor(port, CAPACITY_MS);
}

function read(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { host: `localhost:${port}`, accept: "text/html" };
    request({ port, path, headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
      let body = "";
      response.on("data", (chunk: Buffer) => {
        body += chunk.toString("latin1");
      });
      response.once("end", () => resolve(body));
    })
      .on("error", reject)
      .end();
  });
}

/**
 * Requests a path twenty times a second until `ended`, each on its own connection. Times count from when due;
 * a missing response is latest.
 */
async function probe(port: number, path: string, ended: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const requested: Promise<number>[] = [];
  for (let dueMs = performance.now(); !isOver; dueMs += PROBE_EVERY_MS) {
    const wasDueMs = dueMs;
    requested.push(
      read(port, path)
        .then(() => performance.now() - wasDueMs)
        .catch(() => Number.POSITIVE_INFINITY),
    );
    await wait(Math.max(0, dueMs + PROBE_EVERY_MS - performance.now()));
  }
  return Promise.all(requested);
}

/** The event loop's longest delays in ms, per quarter second. */
async function watchLoop(port: number, ended: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const delays: number[] = [];
  while (!isOver) {
    const metrics = await read(port, "/metrics");
    const seconds = /^shop_event_loop_delay_seconds (\S+)/m.exec(metrics)?.[1];
    if (seconds !== undefined) delays.push(Number(seconds) * 1_000);
    await wait(250);
  }
  return delays;
}

async function flood(port: number, perSecond: number): Promise<FloodResult> {
  const child = fork(new URL("support/flood.ts", import.meta.url), [
    ...[port, perSecond, SECONDS].map(String),
    PAGE,
  ]);
  const [result] = await once(child, "message");
  return result as FloodResult;
}

const describe = (name: string, values: readonly number[]) => {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => percentile(values, share).toFixed(1));
  console.log(`  ${name}: p50 ${p50}, p99 ${p99}, max ${max} ms (${values.length})`);
};

/**
 * Uncached pages at four times capacity in an open loop, beside a cached page, a health check and a bare Node
 * server on the same core.
 */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop({ environment: { PICTURES: "when-asked" } });
  using bare = await startBareServer(Buffer.alloc(BARE_BYTES, "x"));
  const { port } = shop;
  const perSecond = Math.round(await findCapacity(port));
  await read(port, CACHED);
  const flooded = flood(port, perSecond * TIMES_CAPACITY);
  const [result, cached, health, others, loop] = await Promise.all([
    flooded,
    probe(port, CACHED, flooded),
    probe(port, "/healthz", flooded),
    probe(bare.port, "/", flooded),
    watchLoop(port, flooded),
  ]);
  const total = result.served + result.refused + result.other + result.timedOut;
  console.log(`  capacity ${perSecond} a second; ${JSON.stringify(result)}`);
  describe("cached page", cached);
  describe("health check", health);
  describe("bare server on the same core", others);
  describe("delay of the shop's event loop, longest of each quarter of a second", loop);
  return [
    {
      subject: "responses and refusals with a message, share",
      value: (result.served + result.refused) / total,
    },
    { subject: "served, share of the capacity", value: result.served / (perSecond * SECONDS) },
    { subject: "uncached page or refusal, p99 in ms by the clock", value: result.all.p99 },
    { subject: "cached page, p99 in ms by the clock", value: percentile(cached, 0.99) },
    { subject: "health check, p99 in ms by the clock", value: percentile(health, 0.99) },
    {
      subject: "load generator, p99 of how late it sends in ms",
      value: result.generator.sentLateMs.p99,
    },
  ];
}
