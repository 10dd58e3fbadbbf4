import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { freePort } from "#tests/support/free-port.ts";
import { createStormedShop } from "#tests/support/stormed-shop.ts";
import type { Acknowledged, PurchasableVariant } from "./kill-storm/place-order-over-http.ts";
import { placeOrder } from "./kill-storm/place-order-over-http.ts";
import { countStockByVariant, findFaults } from "./kill-storm/verify-orders.ts";
import type { Metric } from "./support/metric.ts";

const ROUNDS = 30;
const SHOPPERS = 4;
const EARLIEST_KILL_MS = 150;
const KILL_SPREAD_MS = 900;

async function findVariants(client: Client): Promise<PurchasableVariant[]> {
  const { rows } = await client.query<PurchasableVariant>(
    `select product_id as "productId", size, color from product_variants as variant
       join products on products.id = product_id
     where in_stock and deleted_at is null and coalesce(stock_count, 1) > 0 and size <> 'Custom'
     order by variant.id`,
  );
  return rows;
}

async function buyUntilGone(
  address: string,
  items: readonly PurchasableVariant[],
  ledger: Map<string, Acknowledged>,
  isOver: () => boolean,
): Promise<void> {
  const shop = async () => {
    while (!isOver()) {
      const item = items[Math.floor(Math.random() * items.length)];
      if (!item) throw new Error("Nothing is for sale");
      // Not acknowledged; another may have bought the last one.
      await placeOrder(address, item, (reported) => ledger.set(reported.sessionId, reported)).catch(
        () => undefined,
      );
    }
  };
  await Promise.all(Array.from({ length: SHOPPERS }, shop));
}

async function storm(shop: ReturnType<typeof createStormedShop>) {
  const ledger = new Map<string, Acknowledged>();
  const openings: number[] = [];
  let life = await shop.start();
  const stock = await countStockByVariant(life.client);
  for (let round = 0; round < ROUNDS; round += 1) {
    const items = await findVariants(life.client);
    let isOver = false;
    const buying = buyUntilGone(life.address, items, ledger, () => isOver);
    await wait(EARLIEST_KILL_MS + Math.random() * KILL_SPREAD_MS);
    await life.kill();
    isOver = true;
    await buying;
    life = await shop.start();
    openings.push(life.openedAfterMs);
  }
  const faults = await findFaults(life.client, ledger.values());
  const counted = await countStockByVariant(life.client);
  const drifted = [...stock].filter(([id, quantity]) => counted.get(id) !== quantity);
  await life.kill();
  return { ledger, openings, faults, drifted };
}

/** Kills the process tree 30 times during orders; acknowledged ones must be complete. */
export async function measure(): Promise<Metric[]> {
  const shop = createStormedShop(await freePort(), { TRUSTED_PROXIES: "127.0.0.1" });
  try {
    const { ledger, openings, faults, drifted } = await storm(shop);
    for (const fault of faults) console.error(fault);
    const paid = [...ledger.values()].filter((order) => order.paid).length;
    const slowest = Math.round(Math.max(...openings));
    console.log(
      `${openings.length} kills; ${ledger.size} orders acknowledged, ${paid} of them paid; slowest start after a kill ${slowest} ms`,
    );
    return [
      { subject: "paid orders acknowledged, so that losing one could show", value: paid },
      { subject: "acknowledged orders lost or incomplete", value: faults.length },
      { subject: "combinations whose counted pieces do not add up", value: drifted.length },
      { subject: "starts by itself after a kill", value: openings.length },
    ];
  } finally {
    shop.remove();
  }
}
