import { drizzle } from "drizzle-orm/node-postgres";
import { addManyProducts } from "#tests/support/many-products.ts";
import { MISTYPED } from "#tests/support/mistyped-searches.ts";
import { costOfRequest, startBareServer } from "./support/bare.ts";
import { sendRequests } from "./support/load.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";
import { processorMs } from "./support/processor.ts";
import type { MeasuredShop } from "./support/shop.ts";
import { startMeasuredShop } from "./support/shop.ts";

const MANY = 10_000;
const WARM_UP = 25;
/** Processor time counts in 10 ms. */
const REQUESTS = 20;

/** Microseconds on the reference machine, for scaling. */
const BARE_REQUEST_US = 11;
const BARE = { path: "/", count: 15_000 };

/** Searches that find thousands of products, or none. */
const PLAIN = [
  "silk",
  "women",
  "linen shirt",
  "navy dress",
  "evening",
  "zzqx qqzz",
  "coat with horn buttons",
];
const TEXTS = [...MISTYPED.map(([text]) => text), ...PLAIN];

let unique = 0;

/** An unread parameter: the cache misses. */
const neverCached = (path: string, parameters: Record<string, string>) =>
  `${path}?${new URLSearchParams({ ...parameters, product: String(++unique) })}`;

function send(shop: MeasuredShop, path: string, parameters: Record<string, string>, count: number) {
  const next = () => neverCached(path, parameters);
  return sendRequests({ port: shop.port, count, connections: 1, path: next });
}

/** 95th percentile of the processor time of server and Postgres. */
async function p95Of(shop: MeasuredShop, path: string, more: Record<string, string> = {}) {
  for (let round = 0; round < WARM_UP; round += 1) {
    for (const q of TEXTS) await send(shop, path, { q, ...more }, 1);
  }
  const costs: number[] = [];
  for (const q of TEXTS) {
    const before = processorMs(shop.pids);
    await send(shop, path, { q, ...more }, REQUESTS);
    costs.push((processorMs(shop.pids) - before) / REQUESTS);
  }
  const sorted = costs.toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  console.log(
    `  ${path}: median ${median(costs).toFixed(1)}, p95 ${p95.toFixed(1)} ms on this machine`,
  );
  return p95;
}

export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop();
  using bare = await startBareServer(Buffer.from("hello"));
  const bareCosts: number[] = [];
  const weighMachine = async () => bareCosts.push(await costOfRequest(bare, BARE));
  await weighMachine();
  await addManyProducts(drizzle(shop.client), MANY);
  const before = await shop.countStatements();
  const page = await p95Of(shop, "/search");
  const statements = (await shop.countStatements()) - before;
  await weighMachine();
  const suggestions = await p95Of(shop, "/search/suggestions");
  const filters = await p95Of(shop, "/search", { show: "filters" });
  await weighMachine();
  const scale = BARE_REQUEST_US / median(bareCosts);
  return [
    { subject: "search among 10,000 products, p95 in processor ms", value: page * scale },
    {
      subject: "search page, SQL statements",
      value: statements / (TEXTS.length * (WARM_UP + REQUESTS)),
    },
    {
      subject: "suggestions among 10,000 products, p95 in processor ms",
      value: suggestions * scale,
    },
    { subject: "search with its filters counted, p95 in processor ms", value: filters * scale },
  ];
}
