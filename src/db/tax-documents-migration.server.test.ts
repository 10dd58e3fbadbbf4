import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { migrateDatabase } from "./migrate.server.ts";

/** Four paid orders of two years, one unpaid, a refund; the oldest payment has the last id. */
const ROWS = `
  insert into orders (id, status, customer_email, subtotal_minor, total_amount_minor, refunded_minor, completed_at)
  select ('00000000-0000-4000-8000-00000000000' || n)::uuid, status, 'asha@example.com', 1000, 1000, refunded, paid::timestamptz
    from (values
      ('1', 'completed', 250, '2026-03-02T12:00:00Z'),
      ('2', 'completed',   0, '2026-01-01T03:59:59Z'),
      ('3', 'refunded', 1000, '2026-01-01T04:00:00Z'),
      ('4', 'completed',   0, '2025-06-01T12:00:00Z'),
      ('5', 'expired',     0, null)
    ) as row (n, status, refunded, paid);
  insert into payments (id, order_id, method, provider, status, amount_minor, captured_minor, refunded_minor, currency)
  select id, id, 'test', 'test', case when completed_at is null then 'expired' else 'captured' end, 1000,
         case when completed_at is null then 0 else 1000 end, refunded_minor, 'USD' from orders;
  insert into refunds (id, payment_id, order_id, amount_minor, currency, status, provider, settled_at)
  select id, id, id, refunded_minor, 'USD', 'succeeded', 'test', completed_at + interval '1 day' from orders where refunded_minor > 0;
  insert into refunds (id, payment_id, order_id, amount_minor, currency, status, provider)
  select gen_random_uuid(), id, id, 1, 'USD', 'failed', 'test' from orders where refunded_minor = 250`;

test("orders and refunds of an older shop are numbered in the order of payment, by Georgetown's year", async () => {
  await using database = await createTestDatabase();
  const { pool } = database;
  await storeBeforeMigration(database, "tax_documents", (client) => client.query(ROWS));
  await migrateDatabase(database.url);
  const { rows } = await pool.query(`
    select kind, year, number, right(order_id::text, 1) as "order" from tax_documents order by kind, year, number`);
  expect(rows.map(({ kind, number, order, year }) => [kind, year, number, order])).toEqual([
    ["credit_note", 2026, 1, "3"],
    ["credit_note", 2026, 2, "1"],
    ["invoice", 2025, 1, "4"],
    ["invoice", 2025, 2, "2"],
    ["invoice", 2026, 1, "3"],
    ["invoice", 2026, 2, "1"],
  ]);
  const counters = await pool.query("select kind, year, last from document_counters order by 1, 2");
  expect(counters.rows.map(({ last }) => last)).toEqual([2, 2, 2]);
});
