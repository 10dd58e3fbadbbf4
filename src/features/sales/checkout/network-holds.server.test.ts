import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { migrateDatabase } from "#db/migrate.server.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { stockReservations } from "#db/schema/inventory.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { listOrderEvents } from "#features/orders/order/stored-order-events.server.ts";
import { cancelCheckout } from "#features/sales/payments/expire-checkout.server.ts";
import { settleSession } from "#features/sales/payments/settle-session.server.ts";
import type { Payments } from "#platform/payments.server.ts";
import {
  addProduct,
  payUnheard,
  placed,
  refusedBecause,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { storeBeforeMigration } from "#tests/support/earlier-version.ts";
import type { RequestedLine } from "./checkout-input.ts";
import { placeOrder } from "./place-order.server.ts";

const bench = checkoutSuite();

const lineOf = (productId: string, size: string, quantity: number): RequestedLine => ({
  key: `${productId}-${size}`,
  productId,
  size,
  quantity,
  color: null,
  shown: null,
});

/** A stranger with their own email and browser. */
const anonymous = (lines: readonly RequestedLine[], clientIp: string) => ({
  ...requestFor("", { customerEmail: `${randomUUID()}@example.com` }),
  lines,
  clientIp,
  deviceId: randomUUID().replaceAll("-", ""),
});

async function itemsHeld(): Promise<number> {
  const items = sql<number>`coalesce(sum(quantity), 0)::integer`;
  const [row] = await bench.db.select({ items }).from(stockReservations);
  return row?.items ?? 0;
}

const withTransfers = () =>
  ({
    current: async () => bench.testPage,
    of: async (name: string) => (name === "manual" ? bench.manual : bench.testPage),
    known: async () => [],
  }) as unknown as Payments & typeof bench.payments;

/** 60 sizes with one to three items. */
async function stockLastItems(): Promise<RequestedLine[]> {
  const lines: RequestedLine[] = [];
  for (let product = 0; product < 60; product += 1) {
    const id = await addProduct(bench.db, { stock: { M: 1 + (product % 3) } });
    lines.push(lineOf(id, "M", 1));
  }
  return lines;
}

/** As "Accept and continue" does. */
async function reserveAll(lines: readonly RequestedLine[], clientIp: string): Promise<void> {
  const result = await placeOrder(bench, anonymous(lines, clientIp));
  if (result.ok || !("quote" in result.error)) return;
  const offered = result.error.quote.lines.map(({ productId, quantity, size }) =>
    lineOf(productId, size, quantity),
  );
  if (offered.length > 0) await placeOrder(bench, anonymous(offered, clientIp));
}

const pay = async (sessionId: string) => {
  await payUnheard(bench, sessionId);
  const session = await bench.payments.readSession(sessionId);
  return session && settleSession(bench, "test", session);
};

describe.each([
  ["one /24", (visitor: number) => `203.0.113.${visitor + 1}`],
  ["one IPv6 /48", (visitor: number) => `2001:db8:7:${visitor.toString(16)}::1`],
])("60 addresses of %s with an order each for the last items of a shop", (_, addressOf) => {
  const isOf = (id: string) => eq(productVariants.productId, id);

  test("hold at most 48 items, and a neighbour there buys what is left by paying", async () => {
    const lines = await stockLastItems();
    for (let visitor = 0; visitor < 60; visitor += 1) {
      const first = (visitor * 12) % 60;
      await reserveAll(lines.slice(first, first + 12), addressOf(visitor));
    }
    const held = await itemsHeld();
    console.info(`60 addresses: ${held} of 120 items held`);
    expect(held).toBeGreaterThan(24);
    expect(held).toBeLessThanOrEqual(48);

    const stocks = await Promise.all(lines.map(({ productId }) => stockOf(bench.db, productId)));
    const line = lines[stocks.findIndex(({ stock }) => (stock ?? 0) > 0)];
    if (!line) throw new Error("nothing is left");
    const before = await stockOf(bench.db, line.productId);
    const order = await placed(bench, anonymous([line], addressOf(99)));
    expect((await stockOf(bench.db, line.productId)).stock).toBe(before.stock);
    expect(await itemsHeld()).toBe(held);
    expect(await pay(order.sessionId)).toBe("completed");
    const [variant] = await bench.db.select().from(productVariants).where(isOf(line.productId));
    expect(variant?.stockCount).toBe((before.stock ?? 0) - 1);
    const events = await listOrderEvents(bench.db, order.id);
    expect(events.map(({ type }) => type)).toContain("stock_unheld");
  });
});

describe("an order whose network holds as much as it may", () => {
  const NETWORK = "198.51.100";

  /** Unpaid orders of neighbours hold all that the network may. */
  async function fillNetwork(): Promise<string> {
    const ids = await Promise.all(
      Array.from({ length: 16 }, () => addProduct(bench.db, { stock: { M: 60 } })),
    );
    for (const [n, id] of ids.entries()) {
      await placed(bench, anonymous([lineOf(id, "M", 3)], `${NETWORK}.${n + 1}`));
    }
    expect(await itemsHeld()).toBe(48);
    return addProduct(bench.db, { stock: { M: 1 } });
  }

  test("is over without a payment and leaves the stock as it is", async () => {
    const id = await fillNetwork();
    const order = await placed(bench, anonymous([lineOf(id, "M", 1)], `${NETWORK}.200`));
    await cancelCheckout(bench, { orderId: order.id });
    expect((await reread(bench.db, order.id)).status).toBe("cancelled");
    expect((await stockOf(bench.db, id)).stock).toBe(1);
  });

  test("tells the owner when others bought its item before it was paid", async () => {
    const id = await fillNetwork();
    const order = await placed(bench, anonymous([lineOf(id, "M", 1)], `${NETWORK}.200`));
    const faster = await placed(bench, anonymous([lineOf(id, "M", 1)], "192.0.2.9"));
    expect(await pay(faster.sessionId)).toBe("completed");
    expect(await pay(order.sessionId)).toBe("completed");
    expect((await stockOf(bench.db, id)).stock).toBe(0);
    const events = await listOrderEvents(bench.db, order.id);
    expect(events.map(({ type }) => type)).toContain("oversold");
  });

  test("is refused as a bank transfer, which takes days, and beyond a limit of its own", async () => {
    const id = await fillNetwork();
    const transfer = { ...anonymous([lineOf(id, "M", 1)], `${NETWORK}.200`), method: "manual" };
    await bench.db.insert(siteSettings).values({
      settingName: "bankTransfer",
      settingValue: { enabled: true, instructions: "Bank of Guyana", holdDays: 7 },
      version: 1,
    });
    const offered = { ...bench, payments: withTransfers() };
    expect((await refusedBecause(offered, transfer)).code).toBe("limited");
    await bench.db.delete(siteSettings);
    const many = await addProduct(bench.db, { stock: { M: 60 } });
    const large = anonymous([lineOf(many, "M", 9)], `${NETWORK}.200`);
    expect((await refusedBecause(bench, large)).code).toBe("limited");
  });
});

test("a reservation of an earlier version, which knows no network, stays and counts for its address", async () => {
  await using database = await createTestDatabase();
  const orderId = randomUUID();
  const productId = randomUUID();
  const variantId = randomUUID();
  await storeBeforeMigration(database, "network_holds", async (client) => {
    await client.query(
      `insert into orders (id, customer_email, status, subtotal_minor, total_amount_minor)
         values ($1, 'asha@example.com', 'pending', 100, 100)`,
      [orderId],
    );
    await client.query(
      "insert into products (id, slug, name, price_minor) values ($1, 'coat', 'Coat', 100)",
      [productId],
    );
    await client.query(
      `insert into product_variants (id, product_id, size, color, sku, stock_count, position)
         values ($1, $2, 'M', '', 'coat-M', 4, 0)`,
      [variantId, productId],
    );
    await client.query(
      `insert into stock_reservations (id, order_id, variant_id, quantity, connection_key)
         values ($1, $2, $3, 2, 'home')`,
      [randomUUID(), orderId, variantId],
    );
  });
  await migrateDatabase(database.url);
  const { rows } = await database.db.execute(
    sql`select * from visitor_holds(array['home', 'block'])`,
  );
  expect(rows).toEqual([{ visitor: "home", variant_id: variantId, quantity: 2 }]);
  expect(await database.db.select().from(stockReservations)).toMatchObject([
    { orderId, quantity: 2, networkKey: null },
  ]);
});
