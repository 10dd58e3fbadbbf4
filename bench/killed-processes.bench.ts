import { allServe, killUnderLoad } from "#tests/support/killed-process.ts";
import type { Metric } from "./support/metric.ts";
import { startMeasuredShop } from "./support/shop.ts";

const KILLS = 100;
const PROCESSES = 2;
const VISITORS = 12;
const MAX_RESPONSES_BETWEEN = 100;

/** Kills a serving process 100 times while visitors load pages over new connections. */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop({
    environment: {
      WEB_CONCURRENCY: `${PROCESSES}`,
      TRUSTED_PROXIES: "127.0.0.1",
      PICTURES: "when-asked",
      LOG_LEVEL: "silent",
    },
  });
  const [parent = 0] = shop.pids;
  await allServe(parent, shop.port, PROCESSES);
  const sent = await killUnderLoad({
    shop: parent,
    port: shop.port,
    kills: KILLS,
    processes: PROCESSES,
    visitors: VISITORS,
    path: "/search?q=gown",
    responsesBetween: () => Math.floor(Math.random() * MAX_RESPONSES_BETWEEN),
  });
  const served = sent.filter(({ status }) => status === 200).length;
  const refused = sent.filter(({ status }) => status === 503).length;
  const closed = sent.filter(({ status }) => status === null).length;
  console.log(
    `${sent.length} requests: ${served} served, ${refused} refused, ${closed} closed without a response`,
  );
  return [
    { subject: "kills of a serving process", value: KILLS },
    { subject: "requests served", value: served },
    { subject: "connections closed without a response, for each kill", value: closed / KILLS },
    {
      subject: "longest open connection, in seconds",
      // Too many to spread.
      value: sent.reduce((longest, { openMs }) => Math.max(longest, openMs), 0) / 1_000,
    },
  ];
}
