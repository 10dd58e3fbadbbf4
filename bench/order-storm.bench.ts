import { freePort } from "#tests/support/free-port.ts";
import { runOrderStorm } from "#tests/support/order-storm/order-storm.ts";
import type { Metric } from "./support/metric.ts";
import { unpin } from "./support/processor.ts";

const PLAN = { orders: 2_000, kills: 40, customers: 16 };

/** 2,000 orders, 40 kills, a provider down a third of the time. */
export async function measure(): Promise<Metric[]> {
  // The storm needs every core.
  unpin(process.pid);
  const seed = Date.now() % 1_000_000;
  console.log(`  seed ${seed}`);
  const outcome = await runOrderStorm({ ...PLAN, seed, port: await freePort() });
  for (const [name, faults] of Object.entries(outcome.verdict)) {
    for (const fault of faults.slice(0, 20)) console.error(`  ${name}: ${fault}`);
  }
  console.log(`  fates ${JSON.stringify(Object.fromEntries(outcome.fates))}`);
  console.log(`  post ${JSON.stringify(outcome.post)}`);
  console.log(`  slowest start after a kill ${Math.round(outcome.slowestStartMs)} ms`);
  console.log(`  refunds pressed ${JSON.stringify(outcome.pressed)}`);
  const { orders = [], money = [], stock = [], mails = [], declines = [] } = outcome.verdict;
  const { refunds = [] } = outcome.verdict;
  return [
    { subject: "kills", value: outcome.kills },
    { subject: "paid sessions, so that losing one could show", value: outcome.paid },
    { subject: "refunds given at the shop's own desk", value: outcome.pressed.done },
    { subject: "sessions that are not exactly the order they should be", value: orders.length },
    { subject: "orders whose money does not add up with the provider's", value: money.length },
    { subject: "combinations whose pieces do not add up", value: stock.length },
    { subject: "mails missing, doubled or not sent", value: mails.length },
    { subject: "orders whose timeline tells of other declined cards", value: declines.length },
    {
      subject: "refunds that are not one at the provider, one here and one mail",
      value: refunds.length,
    },
  ];
}
