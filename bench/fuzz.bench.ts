import { fuzzShop } from "#tests/support/fuzz/fuzz-shop.ts";
import type { Metric } from "./support/metric.ts";
import { unpin } from "./support/processor.ts";
import { startMeasuredShop } from "./support/shop.ts";

const COUNT = 50_000;

/** Sends 50,000 random requests; prints bytes that cause server errors. */
export async function measure(): Promise<Metric[]> {
  unpin(process.pid);
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
  console.log(`  seed ${seed}; FUZZ_SEED=${seed} repeats the run`);
  await using shop = await startMeasuredShop({
    environment: { PICTURES: "when-asked", LOG_LEVEL: "fatal" },
  });
  const { port, authSecret, databaseUrl } = shop;
  const outcome = await fuzzShop({ port, databaseUrl, authSecret }, { seed, count: COUNT });
  const statuses = JSON.stringify(Object.fromEntries(outcome.statuses));
  console.log(`  statuses ${statuses}; ${outcome.repeated} refused for a moment and sent again`);
  for (const { index, status, reproduction } of outcome.faults.slice(0, 20)) {
    console.error(`  ${index}: ${status || "no response"} ${reproduction}`);
  }
  return [
    { subject: "requests", value: outcome.sent },
    {
      subject: "routes of the table that no request named",
      value: outcome.routeCount - outcome.routes.size,
    },
    {
      subject: "pages as the owner, so that the depth shows",
      value: outcome.pages.get("owner") ?? 0,
    },
    {
      subject: "responses of 500 and above, and requests without a response",
      value: outcome.faults.length,
    },
  ];
}
