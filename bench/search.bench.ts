import { drizzle } from "drizzle-orm/node-postgres";
import { addManyProducts } from "#tests/support/many-products.ts";
import { MISTYPED } from "#tests/support/mistyped-searches.ts";
import type { Figure } from "./support/figure.ts";
import type { MeasuredShop } from "./support/shop.ts";
import { startMeasuredShop } from "./support/shop.ts";

const MANY = 10_000;
const ROUNDS = 7;
const WARM_UP_ROUNDS = 4;

/** Beside the mistyped ones: what finds thousands of pieces, or none. */
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

/** A parameter that belongs to the key of the page cache and that these answers do not read: each request is a miss. */
const neverCached = (path: string, parameters: Record<string, string>) =>
  `${path}?${new URLSearchParams({ ...parameters, product: String(++unique) })}`;

/** Milliseconds of every text in turn, one after the other, from asking to the last byte. */
async function timesOf(
  port: number,
  path: string,
  more: Record<string, string>,
): Promise<number[]> {
  const times: number[] = [];
  for (const q of TEXTS) {
    const before = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${neverCached(path, { q, ...more })}`);
    await answer.arrayBuffer();
    times.push(performance.now() - before);
    if (!answer.ok) throw new Error(`${path} for "${q}" answered ${answer.status}`);
  }
  return times;
}

const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;

/** The 95th percentile of the quietest round: a neighbour's burst of work is no cost of the search. */
async function quietestP95(shop: MeasuredShop, path: string, more: Record<string, string> = {}) {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await timesOf(shop.port, path, more);
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(p95(await timesOf(shop.port, path, more)));
  return Math.min(...rounds);
}

/** What a search costs that is in no cache, among 10,000 products, with server and Postgres on one core. */
export async function measure(): Promise<Figure[]> {
  await using shop = await startMeasuredShop();
  await addManyProducts(drizzle(shop.client), MANY);
  const page = await quietestP95(shop, "/search");
  const before = await shop.countStatements();
  await timesOf(shop.port, "/search", {});
  const statements = ((await shop.countStatements()) - before) / TEXTS.length;
  return [
    { subject: "search page among 10,000 products, p95 in ms", value: page },
    { subject: "search page, SQL statements", value: statements },
    {
      subject: "suggestions among 10,000 products, p95 in ms",
      value: await quietestP95(shop, "/search/suggestions"),
    },
    {
      subject: "search page with its filters counted, p95 in ms",
      value: await quietestP95(shop, "/search", { show: "filters" }),
    },
  ];
}
