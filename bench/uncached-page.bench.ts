import type { Target } from "./support/bare.ts";
import { costOfRequest, startBareServer } from "./support/bare.ts";
import { growCatalogue } from "./support/grow-catalogue.ts";
import { sendRequests } from "./support/load.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";
import { processorMs } from "./support/processor.ts";
import type { MeasuredShop } from "./support/shop.ts";
import { startMeasuredShop } from "./support/shop.ts";

const ROUNDS = 7;
const WARM_UP = 2_000;
const REQUESTS = 300;
const CONNECTIONS = 4;
const MANY = 10_000;

/** Microseconds on the reference machine; rounds are scaled. */
const BARE_REQUEST_US = 11;
const BARE = { path: "/", count: 15_000 };

type Page = { name: string; path: string };
type Cost = { milliseconds: number; scaledMs: number; statements: number };
type Rig = { shop: MeasuredShop; bare: Target };

let unique = 0;

/** An unread parameter: the cache misses. */
const neverCached = (path: string) => `${path}?q=${++unique}`;

function send(shop: MeasuredShop, page: Page, count: number): Promise<void> {
  const path = () => neverCached(page.path);
  return sendRequests({ port: shop.port, count, connections: CONNECTIONS, path });
}

async function cost({ shop, bare }: Rig, page: Page): Promise<Cost> {
  await send(shop, page, REQUESTS);
  const rounds: number[] = [];
  const scaled: number[] = [];
  const statementsBefore = await shop.countStatements();
  for (let round = 0; round < ROUNDS; round += 1) {
    const bareUs = await costOfRequest(bare, BARE);
    const before = processorMs(shop.pids);
    await send(shop, page, REQUESTS);
    const milliseconds = (processorMs(shop.pids) - before) / REQUESTS;
    rounds.push(milliseconds);
    scaled.push((milliseconds * BARE_REQUEST_US) / bareUs);
  }
  const statements = (await shop.countStatements()) - statementsBefore;
  console.log(`  ${page.name}: ${median(rounds).toFixed(2)} ms on this machine`);
  return {
    milliseconds: median(rounds),
    scaledMs: median(scaled),
    statements: statements / (ROUNDS * REQUESTS),
  };
}

/** Pages that no cache holds, with the demo catalog and with 10,000 products. */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop();
  using bare = await startBareServer(Buffer.from("hello"));
  const rig = { shop, bare };
  await costOfRequest(bare, BARE);
  const { rows } = await shop.client.query<{ id: string }>(
    "select id from products where in_stock order by created_at, id limit 1",
  );
  const pages = [
    { name: "shop page", path: "/shop" },
    { name: "product page", path: `/product/${rows[0]?.id}` },
  ];
  // Compilation does not count.
  for (const page of pages) await send(shop, page, WARM_UP);
  const few: Cost[] = [];
  for (const page of pages) few.push(await cost(rig, page));
  await growCatalogue(shop.client, MANY);
  const many: Cost[] = [];
  for (const page of pages) many.push(await cost(rig, page));
  return pages.flatMap(({ name }, index) => {
    const small = few[index];
    const large = many[index];
    if (!small || !large) throw new Error("A page was not measured");
    return [
      {
        subject: `${name}, processor ms of server and Postgres, 40 products`,
        value: small.scaledMs,
      },
      {
        subject: `${name}, cost with 10,000 products to cost with 40`,
        value: large.milliseconds / small.milliseconds,
      },
      { subject: `${name}, SQL statements`, value: Math.max(small.statements, large.statements) },
    ];
  });
}
