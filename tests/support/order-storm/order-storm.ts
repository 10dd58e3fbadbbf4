import type { Client } from "pg";
import { OWNER } from "../shop/owner-account.ts";
import type { Life } from "../stormed-shop.ts";
import { createStormedShop } from "../stormed-shop.ts";
import { STAND_IN_KEYS } from "../stripe/keys.ts";
import { WEBHOOK_SECRET } from "../stripe/signed-events.ts";
import type { StripeDouble } from "../stripe/stripe-double.ts";
import { startStripeDouble } from "../stripe/stripe-double.ts";
import { waitUntil } from "../wait-until.ts";
import { createChance } from "./chance.ts";
import { deliverEvents } from "./deliver-events.ts";
import { createOwnerClient } from "./owner-client.ts";
import { randomFaults } from "./provider-faults.ts";
import { createShopClient, PUBLIC_URL } from "./shop-client.ts";
import type { Verdict } from "./verify-books.ts";
import { countStock, verifyBooks } from "./verify-books.ts";
import type { Fate, PurchasableVariant, World } from "./visitor.ts";
import { shopFor } from "./visitor.ts";
import { waitUntilIdle } from "./wait-until-idle.ts";

export type StormPlan = {
  orders: number;
  kills: number;
  customers: number;
  port: number;
  seed: number;
  /** Else the shop starts for the first time. */
  readyShop?: string;
};

export type StormOutcome = {
  verdict: Verdict;
  fates: Map<Fate, number>;
  kills: number;
  paid: number;
  pressed: { refunds: number; done: number };
  post: { events: number; copies: number; dropped: number; refused: number; retries: number };
  slowestStartMs: number;
};

/** The most requests between the due order and its kill. */
const KILL_SPREAD = 30;
/** Some variants sell out. */
const STOCK_OF_EACH = 40;

async function stockUp(client: Client, orders: number): Promise<PurchasableVariant[]> {
  const items = Math.max(4, Math.round((orders * STOCK_OF_EACH) / 2_000));
  await client.query("update product_variants set stock_count = $1 where stock_count is not null", [
    items,
  ]);
  const { rows } = await client.query<PurchasableVariant>(
    `select p.id, v.size, v.color from product_variants v join products p on p.id = v.product_id
      where p.in_stock and p.deleted_at is null and v.size <> 'Custom' order by v.id`,
  );
  return rows;
}

async function printCode(double: StripeDouble): Promise<void> {
  const send = (path: string, body: string) =>
    fetch(`${double.origin}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${STAND_IN_KEYS.good}` },
      body,
    });
  await send("/v1/coupons", "id=storm&percent_off=15&duration=once");
  await send("/v1/promotion_codes", "code=STORM&promotion[type]=coupon&promotion[coupon]=storm");
}

function createLives(plan: StormPlan, double: StripeDouble) {
  const shop = createStormedShop(plan.port, {
    HOST: "127.0.0.1",
    PUBLIC_URL,
    PICTURES: "when-asked",
    STRIPE_SECRET_KEY: STAND_IN_KEYS.good,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: double.origin,
    ADMIN_USERNAME: OWNER.username,
    ADMIN_PASSWORD: OWNER.password,
  });
  if (plan.readyShop) shop.fill(plan.readyShop);
  let life: Life | null = null;
  const openings: number[] = [];
  return {
    dataDir: shop.dataDir,
    openings,
    async begin(): Promise<Life> {
      life = await shop.start();
      openings.push(life.openedAfterMs);
      return life;
    },
    async end(): Promise<void> {
      await life?.kill();
      life = null;
    },
    remove: () => shop.remove(),
  };
}

type Lives = ReturnType<typeof createLives>;

async function blow(plan: StormPlan, world: World, lives: Lives): Promise<Map<Fate, number>> {
  const fates = new Map<Fate, number>();
  let next = 0;
  let finished = 0;
  const shop = async () => {
    while (next < plan.orders) {
      const customer = next;
      next += 1;
      const fate = await shopFor(world, customer);
      fates.set(fate, (fates.get(fate) ?? 0) + 1);
      finished += 1;
    }
  };
  const kill = async () => {
    for (let kill = 1; kill <= plan.kills; kill += 1) {
      const due = Math.floor((plan.orders * kill) / (plan.kills + 1));
      await waitUntil(`${due} customers have finished`, () => finished >= due);
      await world.shop.later(Math.ceil(world.chance() * KILL_SPREAD));
      await lives.end();
      await lives.begin();
    }
  };
  await Promise.all([kill(), ...Array.from({ length: plan.customers }, shop)]);
  await world.owner.finish();
  return fates;
}

/**
 * Customers and the owner use a repeatedly killed shop. The provider is down a third of the time; events are
 * repeated, shuffled, late or lost. Then shop and provider are compared.
 */
export async function runOrderStorm(plan: StormPlan): Promise<StormOutcome> {
  await using double = await startStripeDouble();
  await printCode(double);
  const lives = createLives(plan, double);
  const client = createShopClient(plan.port);
  try {
    const first = await lives.begin();
    const chance = createChance(plan.seed);
    const owner = createOwnerClient(client, double, createChance(plan.seed + 3));
    const [items] = await Promise.all([stockUp(first.client, plan.orders), owner.signIn()]);
    const stockBefore = await countStock(first.client);
    const delivery = deliverEvents(double, client, createChance(plan.seed + 1));
    double.fault = randomFaults(createChance(plan.seed + 2));
    const fates = await blow(plan, { double, shop: client, chance, items, owner }, lives);
    double.fault = () => null;
    await lives.end();
    const last = await lives.begin();
    await waitUntilIdle(last.client, double);
    await delivery.deliverAll();
    await waitUntilIdle(last.client, double);
    await delivery.close();
    const verdict = await verifyBooks({
      client: last.client,
      double,
      stockBefore,
      dataDir: lives.dataDir,
      presses: owner.presses,
    });
    const sessions = [...double.books.sessions.values()];
    return {
      verdict,
      fates,
      kills: plan.kills + 1,
      paid: sessions.filter((session) => session.payment_status === "paid").length,
      pressed: {
        refunds: owner.presses.length,
        done: owner.presses.filter(({ response }) => response === "done").length,
      },
      post: delivery.tally,
      slowestStartMs: Math.max(...lives.openings),
    };
  } finally {
    client.close();
    await lives.end();
    lives.remove();
  }
}
