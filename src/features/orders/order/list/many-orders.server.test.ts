import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#features/base/identity/actor.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import type { PlanNode } from "#tests/support/query-plans.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { readOrderFilter } from "./order-filter.ts";
import { listOrders } from "./order-list-queries.server.ts";

const admin: Actor = { role: "admin", userId: "1", name: "Rosa", email: "rosa@staff.invalid" };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.execute(sql`
    with made as (
      insert into orders (id, status, customer_email, subtotal_minor, total_amount_minor, created_at)
      select gen_random_uuid(), case when n % 5 = 0 then 'pending' else 'completed' end, 'c' || n || '@example.com',
             n, n, timestamptz '2024-01-01' + n * interval '1 hour'
        from generate_series(1, 10000) n returning id),
    lines as (
      insert into order_items (id, order_id, product_name, size, quantity, unit_price_minor, position)
      select gen_random_uuid(), id, 'Shirt', 'M', 2, 100, place from made cross join generate_series(0, 1) place
      returning id, order_id, position),
    paid as (
      insert into payments (id, order_id, method, provider, amount_minor, currency)
      select gen_random_uuid(), id, 'test', 'test', 100, 'USD' from made),
    sent as (
      insert into shipments (id, order_id, carrier, tracking_number, shipped_at, delivered_at)
      select gen_random_uuid(), id, 'UPS', 'T' || left(id::text, 8), timestamptz '2025-06-01', timestamptz '2025-06-05'
        from made where left(id::text, 1) < 'f' returning id, order_id)
    insert into shipment_items (shipment_id, order_item_id, quantity)
    select sent.id, lines.id, 2 from sent join lines on lines.order_id = sent.order_id`);
  await database.db.execute(sql`analyze`);
});

afterAll(() => database.close());

const plans = (query: string) =>
  plansOf(database.pool, () =>
    listOrders(database.db, {
      actor: admin,
      filter: readOrderFilter(new URLSearchParams(query)),
    }),
  );

/** Over all loops. */
const rows = (node: PlanNode) => node["Actual Rows"] * node["Actual Loops"];

test("a page of 10,000 orders reads the index of time and no more rows than it shows", async () => {
  const [, page, progress] = await plans("");
  expect(page?.some((node) => node["Index Name"] === "orders_newest")).toBe(true);
  expect(Math.max(...(page ?? []).map(rows))).toBeLessThanOrEqual(50);
  const whole = progress?.filter((node) => node["Node Type"] === "Seq Scan");
  expect(whole?.map((node) => node["Relation Name"])).toEqual(
    whole
      ?.filter((node) => /refund|return/.test(node["Relation Name"] ?? ""))
      .map((node) => node["Relation Name"]),
  );
});

test.each([
  "way=to_ship&sort=oldest",
  "way=delivered",
  "q=shirt",
  "q=T0a1b2c3d",
  "returns=open",
  "attention=1",
])("a list filtered by %s reads every row once, not once per order", async (query) => {
  const read = await plans(query);
  expect(read.length).toBeGreaterThan(0);
  for (const plan of read) {
    const repeated = plan.filter(
      (node) => node["Node Type"] === "Seq Scan" && node["Actual Loops"] > 1,
    );
    expect(repeated.filter((node) => rows(node) > 1_000)).toEqual([]);
    expect(Math.max(...plan.map(rows))).toBeLessThanOrEqual(50_000);
  }
});
