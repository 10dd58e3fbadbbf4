import { expect, test } from "vitest";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { depositOfOrder, leftToPay } from "#features/orders/order/transfer-deposit.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { migrateDatabase } from "./migrate.server.ts";

const WAITING = "00000000-0000-4000-8000-00000000000a";
const WRONG = "00000000-0000-4000-8000-00000000000b";

/** An order that awaits its transfer and holds time, and one whose payment is under review, as the version before stores them. */
const ROWS = `
  insert into orders (id, customer_email, status, subtotal_minor, shipping_minor, total_amount_minor, made_to_measure) values
    ('${WAITING}', 'asha@example.com', 'pending', 20000, 1500, 21500, true),
    ('${WRONG}', 'asha@example.com', 'expired', 5000, 0, 5000, false);
  insert into payments (id, order_id, kind, method, provider, status, amount_minor, captured_minor, refunded_minor, currency) values
    ('00000000-0000-7000-8000-000000000001', '${WAITING}', 'full', 'manual', 'manual', 'processing', 21500, 0, 0, 'USD'),
    ('00000000-0000-7000-8000-000000000002', '${WRONG}', 'full', 'stripe', 'stripe:test', 'wrong_amount', 5000, 4000, 1000, 'USD');
  insert into payment_movements (id, payment_id, order_id, kind, amount_minor, currency, provider, provider_id) values
    (gen_random_uuid(), '00000000-0000-7000-8000-000000000002', '${WRONG}', 'charge', 4000, 'USD', 'stripe:test', 'pi_1'),
    (gen_random_uuid(), '00000000-0000-7000-8000-000000000002', '${WRONG}', 'refund', -1000, 'USD', 'stripe:test', 're_1');
  insert into atelier_holds (order_id, is_held, is_stranger, holder_keys) values ('${WAITING}', true, false, '{key}')`;

const STORED = `
  select to_jsonb(o) as row from orders o
  union all select to_jsonb(p) - 'deposit_minor' from payments p
  union all select to_jsonb(m) from payment_movements m
  union all select to_jsonb(h) - 'is_held_by_deposit' from atelier_holds h
  order by 1`;

test("stored payments, movements and holds stay as they are, and no order was asked for a deposit", async () => {
  await using database = await createTestDatabase();
  const before = await storeBeforeMigration(database, "_deposits", async (client) => {
    await client.query(ROWS);
    return client.query(STORED);
  });
  expect(before.rows).toHaveLength(7);
  await migrateDatabase(database.url);
  const { db, pool } = database;
  expect((await pool.query(STORED)).rows).toEqual(before.rows);
  const waiting = await findOrderById(db, WAITING);
  expect(waiting && depositOfOrder(waiting)).toBeNull();
  expect(waiting && leftToPay(waiting).minorUnits).toBe(21_500);
  const held = await pool.query("select is_held_by_deposit from atelier_holds");
  expect(held.rows).toEqual([{ is_held_by_deposit: false }]);
});
