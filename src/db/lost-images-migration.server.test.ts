import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { insertEarlierOrder, storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { migrateDatabase } from "./migrate.server.ts";

const ORDER = "00000000-0000-7000-8000-000000000001";
const LINE = "00000000-0000-7000-8000-000000000002";
const [UNFINISHED, FINISHED, IN_WORK] = ["a", "b", "c"].map(
  (last) => `00000000-0000-7000-8000-00000000000${last}`,
);

/** A garment that left without being called finished, one that was finished before, and one in work, as the version before stores them. */
const ROWS = `
  insert into garments (id, order_item_id, number, label_token, stage, finished_at) values
    ('${UNFINISHED}', '${LINE}', 1, 'one', 'shipped', null),
    ('${FINISHED}', '${LINE}', 2, 'two', 'shipped', '2026-11-01T10:00:00Z'),
    ('${IN_WORK}', '${LINE}', 3, 'three', 'sewn', null);
  insert into garment_events (id, garment_id, kind, from_stage, to_stage, happened_at) values
    (gen_random_uuid(), '${UNFINISHED}', 'stage', 'sewn', 'shipped', '2026-11-03T10:00:00Z'),
    (gen_random_uuid(), '${FINISHED}', 'stage', 'finished', 'shipped', '2026-11-04T10:00:00Z');
  insert into garment_photos (id, garment_id, storage_key, width, height) values
    (gen_random_uuid(), '${IN_WORK}', 'media/garments/work.webp', 60, 80)`;

const STORED = `
  select to_jsonb(g) - 'finished_at' as row from garments g
  union all select to_jsonb(e) from garment_events e
  union all select to_jsonb(p) - 'lost_at' from garment_photos p
  order by 1`;

test("stored garments and photos stay as they are, and a garment that left counts as finished from then on", async () => {
  await using database = await createTestDatabase();
  const before = await storeBeforeMigration(database, "lost_photos", async (client) => {
    await insertEarlierOrder(client, { orderId: ORDER, lineId: LINE });
    await client.query(ROWS);
    return client.query(STORED);
  });
  await migrateDatabase(database.url);
  expect(before.rows).toHaveLength(6);
  expect((await database.pool.query(STORED)).rows).toEqual(before.rows);
  const finished = await database.pool.query("select id, finished_at from garments order by id");
  expect(finished.rows).toEqual([
    { id: UNFINISHED, finished_at: new Date("2026-11-03T10:00:00Z") },
    { id: FINISHED, finished_at: new Date("2026-11-01T10:00:00Z") },
    { id: IN_WORK, finished_at: null },
  ]);
  const lost = await database.pool.query("select id from garment_photos where lost_at is not null");
  expect(lost.rows).toEqual([]);
});
