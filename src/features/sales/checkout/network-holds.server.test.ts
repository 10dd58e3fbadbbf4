import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { migrateDatabase } from "#db/migrate.server.ts";
import { stockReservations } from "#db/schema/inventory.server.ts";
import {
  addProduct,
  placed,
  refusedBecause,
  requestFor,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { createCustomer } from "#tests/support/sessions.ts";
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

describe.each([
  ["one /24", (visitor: number) => `203.0.113.${visitor + 1}`],
  ["one IPv6 /48", (visitor: number) => `2001:db8:7:${visitor.toString(16)}::1`],
])("60 addresses of %s with an order each for the last items of a shop", (_, addressOf) => {
  test("hold at most 96 items, and others still buy", async () => {
    const lines = await stockLastItems();
    for (let visitor = 0; visitor < 60; visitor += 1) {
      const first = (visitor * 12) % 60;
      await reserveAll(lines.slice(first, first + 12), addressOf(visitor));
    }
    const held = await itemsHeld();
    console.info(`60 addresses: ${held} of 120 items held`);
    expect(held).toBeGreaterThan(48);
    expect(held).toBeLessThanOrEqual(96);

    const stocks = await Promise.all(lines.map(({ productId }) => stockOf(bench.db, productId)));
    const line = lines[stocks.findIndex(({ stock }) => (stock ?? 0) > 0)];
    if (!line) throw new Error("nothing is left");
    await placed(bench, anonymous([line], "192.0.2.9"));
    expect(await itemsHeld()).toBe(held + 1);
  });
});

describe("an order whose network holds as much as it may", () => {
  const NETWORK = "198.51.100";

  /** Unpaid orders of neighbours hold all that the network may. */
  async function fillNetwork(): Promise<string> {
    const ids = await Promise.all(
      Array.from({ length: 32 }, () => addProduct(bench.db, { stock: { M: 60 } })),
    );
    for (const [n, id] of ids.entries()) {
      await placed(bench, anonymous([lineOf(id, "M", 3)], `${NETWORK}.${n + 1}`));
    }
    expect(await itemsHeld()).toBe(96);
    return addProduct(bench.db, { stock: { M: 60 } });
  }

  test("is refused with a way out, and nothing is ever sold twice", async () => {
    const id = await fillNetwork();
    const refused = await refusedBecause(bench, anonymous([lineOf(id, "M", 1)], `${NETWORK}.200`));
    expect(refused).toMatchObject({ code: "limited", message: expect.stringContaining("sign in") });
    expect((await stockOf(bench.db, id)).stock).toBe(60);
  });

  test("is accepted from a confirmed account, which counts by itself", async () => {
    const id = await fillNetwork();
    const userId = await createCustomer(bench.db, { email: "asha@example.com" });
    const actor = { role: "customer", userId, name: "Asha", email: "asha@example.com" } as const;
    const press = { ...anonymous([lineOf(id, "M", 1)], `${NETWORK}.200`), actor };
    await placed(bench, press);
    expect((await stockOf(bench.db, id)).stock).toBe(59);
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
