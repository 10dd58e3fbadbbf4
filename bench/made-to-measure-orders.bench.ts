import { sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { productionTimes } from "#db/schema/production.server.ts";
import { WORK_STAGES } from "#features/garments/scheduling/production-times.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { addProduct } from "#tests/support/checkout.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { addMaker, createGarmentOrder } from "#tests/support/production.ts";
import type { LineItem } from "./place-orders/checkout-load.ts";
import { createCheckoutLoad, PUBLIC_URL, stockUp } from "./place-orders/checkout-load.ts";
import { requestAtOnce } from "./place-orders/closed-loop.ts";
import { percentile } from "./place-orders/open-loop.ts";
import type { Metric } from "./support/metric.ts";
import { LOAD_CORE } from "./support/processor.ts";
import { startMeasuredShop } from "./support/shop.ts";

const MEASUREMENT_KEY = "m".repeat(64);
const GARMENTS_IN_WORK = [0, 100, 1_000];
const CONCURRENCIES = [1, 8, 32];
const READY_ORDERS = 480;
const MEASURED_ORDERS = 160;

/** So short that a year has room for every garment of this benchmark. */
const STAGE_MINUTES = 2;
const MAKERS = 4;

async function openAtelier(db: Database): Promise<void> {
  for (let number = 1; number <= MAKERS; number += 1) await addMaker(db, `Maker ${number}`);
  const times = WORK_STAGES.map((stage) => {
    return { garment: "other", stage, minutes: STAGE_MINUTES };
  });
  await db.insert(productionTimes).values(times);
}

/** Garments in work, which leave within two months. Without contracts, so that no pattern is drafted meanwhile. */
async function fillAtelier(db: Database, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await createGarmentOrder(db, { isWithoutContract: true });
  }
  await db.execute(sql`update garments set ship_by = current_date + (random() * 60)::integer`);
}

async function offerMadeToMeasure(db: Database, measurementBox: SecretBox): Promise<LineItem> {
  const id = await addProduct(db, { stock: { Custom: null } });
  await offerToMeasure(db, id);
  const clock = fixedClock(new Date().toISOString());
  const specification = await specify({ db, clock, measurementBox }, id);
  return { id, size: "Custom", color: "", specification };
}

/** Unpaid orders end and give their items back, so that each series finds the shop as the one before. */
async function endUnpaid(db: Database): Promise<void> {
  await db.execute(sql`delete from stock_reservations`);
  await db.execute(
    sql`update orders set status = 'expired', reserved_until = null where status = 'pending'`,
  );
}

type Series = { subject: string; concurrency: number; count: number; order: Order };
type Order = (index: number) => Promise<void>;

async function measureSeries({ concurrency, count, order, subject }: Series): Promise<Metric[]> {
  const load = await requestAtOnce({ concurrency, count, request: order });
  for (const failure of load.failures.slice(0, 3)) console.error(failure);
  const perSecond = (load.latenciesMs.length * 1_000) / load.elapsedMs;
  const p99 = percentile(load.latenciesMs, 0.99);
  console.log(`  ${subject}: ${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(0)} ms`);
  return [
    { subject: `${subject}, a second`, value: perSecond },
    { subject: `${subject}, p99 in ms`, value: p99 },
    { subject: `${subject}, failed`, value: load.failures.length },
  ];
}

/** Orders a second and p99 of ready-made and made-to-measure orders, beside an atelier that is empty, small or full. */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop({
    environment: { PUBLIC_URL, MEASUREMENT_KEY, PICTURES: "when-asked" },
    databaseCore: LOAD_CORE,
    isDurable: true,
  });
  const { close, db } = openDatabase({ url: shop.databaseUrl, maxConnections: 2 });
  const box = createMeasurementBox({ current: MEASUREMENT_KEY, former: [] });
  await openAtelier(db);
  const made = createCheckoutLoad(shop.port, [await offerMadeToMeasure(db, box)]);
  const ready = createCheckoutLoad(shop.port, await stockUp(shop.client));
  await requestAtOnce({ concurrency: 8, count: 1_000, request: ready.order });
  await requestAtOnce({ concurrency: 8, count: 100, request: made.order });
  const metrics: Metric[] = [];
  let garments = 0;
  for (const inWork of GARMENTS_IN_WORK) {
    await fillAtelier(db, inWork - garments);
    garments = inWork;
    for (const concurrency of CONCURRENCIES) {
      const load = `${concurrency} at a time, ${inWork} garments`;
      const kinds = [
        { subject: `ready-made, ${load}`, count: READY_ORDERS, order: ready.order },
        { subject: `made to measure, ${load}`, count: MEASURED_ORDERS, order: made.order },
      ];
      for (const kind of kinds) {
        await endUnpaid(db);
        metrics.push(...(await measureSeries({ ...kind, concurrency })));
      }
    }
  }
  ready.close();
  made.close();
  await close();
  return metrics;
}
