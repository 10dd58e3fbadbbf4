import { createCheckoutLoad, PUBLIC_URL, stockUp } from "./place-orders/checkout-load.ts";
import { percentile, requestAtRate } from "./place-orders/open-loop.ts";
import { costOfRequest, startBareServer } from "./support/bare.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";
import { LOAD_CORE, processorMs } from "./support/processor.ts";
import { startMeasuredShop } from "./support/shop.ts";

const PER_SECOND = 300;
const WARM_UP = 3_000;
const ROUNDS = 3;
const ORDERS = 3_000;

/** Microseconds on the reference machine, for scaling. */
const BARE_REQUEST_US = 11;
const BARE = { path: "/", count: 15_000 };

type Round = {
  perSecond: number;
  p50: number;
  p99: number;
  failures: number;
  processorMs: number;
  databaseMs: number;
  statements: number;
  scale: number;
};

/** 300 orders per second: the shop has one core, Postgres and customers the other. */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop({
    environment: { PUBLIC_URL, PICTURES: "when-asked" },
    databaseCore: LOAD_CORE,
    isDurable: true,
  });
  using bare = await startBareServer(Buffer.from("hello"));
  const load = createCheckoutLoad(shop.port, await stockUp(shop.client));
  await requestAtRate({ perSecond: PER_SECOND / 2, count: WARM_UP, request: load.order });
  const [shopPid = 0, databasePid = 0] = shop.pids;
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bareUs = await costOfRequest(bare, BARE);
    const statements = await shop.countStatements();
    const processor = processorMs([shopPid]);
    const database = processorMs([databasePid]);
    const done = await requestAtRate({ perSecond: PER_SECOND, count: ORDERS, request: load.order });
    for (const failure of done.failures.slice(0, 3)) console.error(failure);
    rounds.push({
      perSecond: (done.latenciesMs.length * 1_000) / done.elapsedMs,
      p50: percentile(done.latenciesMs, 0.5),
      p99: percentile(done.latenciesMs, 0.99),
      failures: done.failures.length,
      processorMs: (processorMs([shopPid]) - processor) / ORDERS,
      databaseMs: (processorMs([databasePid]) - database) / ORDERS,
      statements: ((await shop.countStatements()) - statements) / ORDERS,
      scale: BARE_REQUEST_US / bareUs,
    });
  }
  load.close();
  for (const round of rounds) console.log(`  ${JSON.stringify(round)}`);
  const middle = (pick: (round: Round) => number) => median(rounds.map(pick));
  return [
    {
      subject: "orders placed a second, of 300 asked for",
      value: middle((each) => each.perSecond),
    },
    { subject: "an order, p50 in ms by the clock", value: middle((each) => each.p50) },
    { subject: "an order, p99 in ms by the clock", value: middle((each) => each.p99) },
    { subject: "orders that failed", value: Math.max(...rounds.map((each) => each.failures)) },
    {
      subject: "an order, processor ms of the shop",
      value: middle((each) => each.processorMs * each.scale),
    },
    {
      subject: "an order, processor ms of Postgres",
      value: middle((each) => each.databaseMs * each.scale),
    },
    { subject: "an order, SQL statements", value: middle((each) => each.statements) },
  ];
}
