import { request as httpRequest } from "node:http";
import type { Target } from "./support/bare.ts";
import { costOfRequest, startBareServer } from "./support/bare.ts";
import { growCatalogue } from "./support/grow-catalogue.ts";
import type { Metric } from "./support/metric.ts";
import { processorMs } from "./support/processor.ts";
import type { MeasuredShop } from "./support/shop.ts";
import { startMeasuredShop } from "./support/shop.ts";

const MANY = 10_000;
const PAUSE_MS = 5;

/** Microseconds on the reference machine, for scaling. */
const BARE_REQUEST_US = 11;
const BARE = { path: "/", count: 15_000 };

/** Returns the transferred bytes. */
function readAll(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "accept-encoding": "gzip" };
    const request = httpRequest({ port, path, headers, agent: false }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve(bytes));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end();
  });
}

/** Delays of other requests in milliseconds, shortest first. */
async function waitsDuring(port: number, work: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let done = false;
  const ended = work.finally(() => {
    done = true;
  });
  while (!done) {
    const startedMs = performance.now();
    await readAll(port, "/healthz");
    waits.push(performance.now() - startedMs);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  await ended;
  return waits.sort((a, b) => a - b);
}

type Reading = { seconds: number; statements: number; waitMs: number; megabytes: number };

async function measureReading(shop: MeasuredShop, path: string): Promise<Reading> {
  const statements = await shop.countStatements();
  const processor = processorMs(shop.pids);
  const reading = readAll(shop.port, path);
  const waits = await waitsDuring(shop.port, reading);
  return {
    seconds: (processorMs(shop.pids) - processor) / 1_000,
    statements: (await shop.countStatements()) - statements,
    waitMs: waits[Math.floor(waits.length * 0.99)] ?? 0,
    megabytes: (await reading) / 1e6,
  };
}

const FEEDS = [
  { name: "product feed", path: "/feeds/google.xml" },
  { name: "sitemap of products", path: "/sitemaps/products-1.xml" },
];

async function scaleOf(bare: Target): Promise<number> {
  return BARE_REQUEST_US / (await costOfRequest(bare, BARE));
}

/** Publishes 10,000 products; measures others' delay. */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop();
  using bare = await startBareServer(Buffer.from("hello"));
  for (const { path } of FEEDS) await readAll(shop.port, path);
  await growCatalogue(shop.client, MANY);
  const metrics: Metric[] = [];
  for (const { name, path } of FEEDS) {
    const scale = await scaleOf(bare);
    const { seconds, statements, waitMs, megabytes } = await measureReading(shop, path);
    console.log(`  ${name}: ${megabytes.toFixed(1)} MB compressed`);
    metrics.push(
      { subject: `${name}, processor seconds for 10,000 products`, value: seconds * scale },
      { subject: `${name}, SQL statements`, value: statements },
      { subject: `${name}, ms another request waits meanwhile, p99`, value: waitMs * scale },
    );
  }
  return metrics;
}
