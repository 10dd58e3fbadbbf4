import type { Figure } from "./support/figure.ts";
import { median } from "./support/figure.ts";
import { growCatalogue } from "./support/grow-catalogue.ts";
import { sendRequests } from "./support/load.ts";
import { processorMs } from "./support/processor.ts";
import type { MeasuredShop } from "./support/shop.ts";
import { startMeasuredShop } from "./support/shop.ts";

const ROUNDS = 5;
const REQUESTS = 400;
const CONNECTIONS = 4;
const MANY = 10_000;

type Page = { name: string; path: string };
type Cost = { milliseconds: number; statements: number };

let unique = 0;

/** A parameter that belongs to the key of the page cache and that these pages do not read: each request is a miss, exactly as a first visit. */
const neverCached = (path: string) => `${path}?q=${++unique}`;

async function cost(shop: MeasuredShop, page: Page): Promise<Cost> {
  const send = (count: number) =>
    sendRequests({
      port: shop.port,
      count,
      connections: CONNECTIONS,
      path: () => neverCached(page.path),
    });
  await send(REQUESTS);
  const rounds: number[] = [];
  const statementsBefore = await shop.countStatements();
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = processorMs(shop.pids);
    await send(REQUESTS);
    rounds.push((processorMs(shop.pids) - before) / REQUESTS);
  }
  const statements = (await shop.countStatements()) - statementsBefore;
  return { milliseconds: median(rounds), statements: statements / (ROUNDS * REQUESTS) };
}

/** What a page costs that is not in memory, with the demo catalogue and with 10,000 products. */
export async function measure(): Promise<Figure[]> {
  await using shop = await startMeasuredShop();
  const { rows } = await shop.client.query<{ id: string }>(
    "select id from products where in_stock order by created_at, id limit 1",
  );
  const pages = [
    { name: "shop page", path: "/shop" },
    { name: "product page", path: `/product/${rows[0]?.id}` },
  ];
  const few: Cost[] = [];
  for (const page of pages) few.push(await cost(shop, page));
  await growCatalogue(shop.client, MANY);
  const many: Cost[] = [];
  for (const page of pages) many.push(await cost(shop, page));
  return pages.flatMap(({ name }, index) => {
    const [small, large] = [few[index], many[index]];
    if (!small || !large) throw new Error("A page was not measured");
    console.log(
      `  ${name}: ${small.milliseconds.toFixed(2)} ms, with ${MANY} products ${large.milliseconds.toFixed(2)} ms`,
    );
    return [
      {
        subject: `${name}, processor ms of server and Postgres, 40 products`,
        value: small.milliseconds,
      },
      {
        subject: `${name}, cost with 10,000 products to cost with 40`,
        value: large.milliseconds / small.milliseconds,
      },
      { subject: `${name}, SQL statements`, value: Math.max(small.statements, large.statements) },
    ];
  });
}
