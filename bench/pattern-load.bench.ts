import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { percentile, requestAtRate } from "./place-orders/open-loop.ts";
import { sendRequests } from "./support/load.ts";
import type { PatternShop } from "./support/measured-orders.ts";
import { addMeasuredOrders, startPatternShop } from "./support/measured-orders.ts";
import type { Metric } from "./support/metric.ts";
import type { MeasuredShop } from "./support/shop.ts";

const ROUNDS = 2;
const DRAFTS = 100;
const PER_SECOND = 40;
/** The requests of one burst; bursts follow each other until the drafts are made. */
const BURST = 200;
const QUIET_BURSTS = 8;
const WARM_UP = 1_500;
const PAGES = ["/", "/shop", "/about", "/shop?category=men"];
/** Every fourth visitor asks for a page that is not in memory. */
const UNCACHED_EVERY = 4;

let unique = 0;

function pathOf(index: number): string {
  unique += 1;
  return index % UNCACHED_EVERY === 0
    ? `/shop?q=${process.pid}x${unique}`
    : (PAGES[index % PAGES.length] ?? "/");
}

const byte = () => 1 + Math.floor(Math.random() * 254);

/** Each visitor has a loopback address, against rate limits. */
function visit(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const localAddress = `127.${byte()}.${byte()}.${byte()}`;
    const headers = { host: `localhost:${port}`, accept: "text/html", "accept-encoding": "br" };
    const target = { host: "127.0.0.1", port, path, headers, localAddress, agent: false } as const;
    request(target, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
      response.resume();
      response.once("end", () => resolve());
    })
      .on("error", reject)
      .end();
  });
}

async function burst(port: number): Promise<number[]> {
  const load = await requestAtRate({
    perSecond: PER_SECOND,
    count: BURST,
    request: (index) => visit(port, pathOf(index)),
  });
  const [failure] = load.failures;
  if (failure !== undefined) throw new Error(failure);
  return load.latenciesMs;
}

async function draftsOf({ client }: MeasuredShop): Promise<number> {
  const { rows } = await client.query<{ drafts: number }>(
    "select count(*)::int as drafts from pattern_drafts",
  );
  return rows[0]?.drafts ?? 0;
}

type Round = { quietMs: number[]; draftingMs: number[]; drafts: number };

/** Visitors before the drafts, during them, and as many again after them. */
async function measureRound(bench: PatternShop): Promise<Round> {
  const { shop } = bench;
  const round: Round = { quietMs: [], draftingMs: [], drafts: 0 };
  const quiet = async () => {
    for (let each = 0; each < QUIET_BURSTS / 2; each += 1) {
      round.quietMs.push(...(await burst(shop.port)));
    }
  };
  await quiet();
  const before = await draftsOf(shop);
  // The shop drafts them at its next full minute.
  await addMeasuredOrders(bench, DRAFTS);
  while ((await draftsOf(shop)) === before) await wait(50);
  const first = await draftsOf(shop);
  while ((await draftsOf(shop)) < before + DRAFTS) {
    round.draftingMs.push(...(await burst(shop.port)));
  }
  round.drafts = before + DRAFTS - first;
  await quiet();
  return round;
}

const p99 = (values: readonly number[]) => percentile(values, 0.99);

/** The storefront while the started shop drafts paid orders in its own worker, on one core with Postgres, against the same storefront without drafts. */
export async function measure(): Promise<Metric[]> {
  await using bench = await startPatternShop();
  const { port } = bench.shop;
  const rounds: Round[] = [];
  await sendRequests({ port, count: WARM_UP, connections: 4, path: pathOf });
  for (let each = 0; each < ROUNDS; each += 1) {
    const round = await measureRound(bench);
    const { draftingMs, drafts, quietMs } = round;
    const [without, during] = [quietMs, draftingMs].map(
      (values) => `p50 ${percentile(values, 0.5).toFixed(1)}, p99 ${p99(values).toFixed(1)}`,
    );
    console.log(
      `  ms without drafts: ${without}; during ${drafts} drafts: ${during} (${draftingMs.length} requests)`,
    );
    rounds.push(round);
  }
  const ratio =
    p99(rounds.flatMap(({ draftingMs }) => draftingMs)) /
    p99(rounds.flatMap(({ quietMs }) => quietMs));
  return [
    { subject: "storefront p99 while 100 drafts run, against without", value: ratio },
    {
      subject: "drafts made while visitors came",
      value: Math.min(...rounds.map(({ drafts }) => drafts)),
    },
  ];
}
