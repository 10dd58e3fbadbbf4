import type { Client } from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { insertEarlierOrder, storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { unbalancedStock } from "#tests/support/stock.ts";
import { migrateDatabase } from "./migrate.server.ts";

const ORDER = "00000000-0000-7000-8000-00000000000a";
const LINE = "00000000-0000-7000-8000-00000000000b";
const STAFF = "00000000-0000-7000-8000-00000000000c";
const LINEN = "00000000-0000-7000-8000-00000000000d";
const SILK = "00000000-0000-7000-8000-00000000000e";
const PRODUCT = "00000000-0000-7000-8000-00000000000f";
const VARIANT = "00000000-0000-7000-8000-000000000010";

/** Rows of `cloth_movements` as versions before this one stored them: id, cloth, mm, reason, note, line, staff. */
const OLD_MOVEMENTS = [
  ["01", LINEN, 40_000, "received", "", null, STAFF],
  ["02", LINEN, -3_250, "cut", "", LINE, null],
  ["03", LINEN, 3_250, "returned", "", LINE, null],
  ["04", LINEN, -500, "counted", "flaw", null, STAFF],
  ["05", SILK, 12_500, "received", "restored", null, null],
] as const;

const idOf = (suffix: string) => `00000000-0000-7000-8000-0000000001${suffix}`;
const timeOf = (suffix: string) => `2026-11-${suffix}T12:00:00.123Z`;

async function insertOldRows(client: Client): Promise<void> {
  await client.query(
    `insert into profiles (id, name, email, role) values ($1, 'Rosa', 'r@x.gy', 'admin')`,
    [STAFF],
  );
  await insertEarlierOrder(client, { orderId: ORDER, lineId: LINE });
  await client.query(`insert into cloths (id, name) values ($1, 'Linen'), ($2, 'Silk')`, [
    LINEN,
    SILK,
  ]);
  for (const [id, clothId, changeMm, reason, note, line, staff] of OLD_MOVEMENTS) {
    await client.query(
      `insert into cloth_movements (id, cloth_id, change_mm, reason, note, order_item_id, staff_id, staff_name, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [idOf(id), clothId, changeMm, reason, note, line, staff, staff ? "Rosa" : "", timeOf(id)],
    );
  }
  await client.query(`insert into products (id, name, slug) values ($1, 'Gown', 'gown')`, [
    PRODUCT,
  ]);
  await client.query(
    `insert into product_variants (id, product_id, size, position, sku, stock_count) values ($1, $2, 'M', 0, 'GOWN-M', 7)`,
    [VARIANT, PRODUCT],
  );
}

const lengthsOf = async (client: Pick<Client, "query">) =>
  (await client.query("select name, length_mm from cloths order by name")).rows;

test("the movements and lengths of cloth of an older shop are those of the stock ledger, which goes on", async () => {
  await using database = await createTestDatabase();
  await storeBeforeMigration(database, "cloth_in_the_stock_ledger", async (client) => {
    await insertOldRows(client);
    expect(await lengthsOf(client)).toEqual([
      { name: "Linen", length_mm: 39_500 },
      { name: "Silk", length_mm: 12_500 },
    ]);
  });
  await migrateDatabase(database.url);
  const { pool } = database;
  expect(await lengthsOf(pool)).toEqual([
    { name: "Linen", length_mm: 39_500 },
    { name: "Silk", length_mm: 12_500 },
  ]);
  const moved = await pool.query(
    `select id, cloth_id, quantity, kind, note, order_item_id, actor_id, actor_name, created_at, variant_id, order_id
       from stock_movements where cloth_id is not null order by id`,
  );
  expect(moved.rows).toEqual(
    OLD_MOVEMENTS.map(([id, clothId, quantity, reason, note, line, staff]) => ({
      id: idOf(id),
      cloth_id: clothId,
      quantity,
      kind: reason === "counted" ? "corrected" : reason,
      note,
      order_item_id: line,
      actor_id: staff,
      actor_name: staff ? "Rosa" : "",
      created_at: new Date(timeOf(id)),
      variant_id: null,
      order_id: null,
    })),
  );
  const ofVariant = "select kind, quantity, cloth_id from stock_movements where variant_id = $1";
  expect((await pool.query(ofVariant, [VARIANT])).rows).toEqual([
    { kind: "opening", quantity: 7, cloth_id: null },
  ]);
  // Both kinds of stock go on in one table, each by its own rule.
  await pool.query(
    "insert into stock_movements (id, cloth_id, kind, quantity) values (gen_random_uuid(), $1, 'cut', -2500)",
    [SILK],
  );
  await pool.query("update product_variants set stock_count = 5 where id = $1", [VARIANT]);
  expect((await lengthsOf(pool))[1]).toEqual({ name: "Silk", length_mm: 10_000 });
  expect(await unbalancedStock(database.db)).toEqual([]);
  for (const refused of [
    `insert into stock_movements (id, cloth_id, kind, quantity) values (gen_random_uuid(), '${SILK}', 'sold', -1)`,
    `insert into stock_movements (id, variant_id, kind, quantity) values (gen_random_uuid(), '${VARIANT}', 'cut', -1)`,
    "insert into stock_movements (id, kind, quantity) values (gen_random_uuid(), 'received', 1)",
    `delete from stock_movements where cloth_id = '${SILK}'`,
    `update stock_movements set cloth_id = '${LINEN}' where cloth_id = '${SILK}'`,
  ]) {
    await expect(pool.query(refused)).rejects.toThrow();
  }
});
