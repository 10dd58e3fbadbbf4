import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { insertEarlierOrder, storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { migrateDatabase } from "./migrate.server.ts";
import { listStoredKeys } from "./stored-files.server.ts";

const [ORDER, LINE, GARMENT, FEEDBACK, STAYS, REMOVED, WORK, KNOWN] = [
  "1",
  "2",
  "3",
  "4",
  "a",
  "b",
  "c",
  "d",
].map((last) => `00000000-0000-7000-8000-00000000000${last}`);

/** Photos of how a garment fits, one of an erased order, one of the work, and an earlier deletion, as the version before stores them. */
const ROWS = `
  insert into garments (id, order_item_id, number, label_token) values ('${GARMENT}', '${LINE}', 1, 'label');
  insert into fit_feedback (id, garment_id) values ('${FEEDBACK}', '${GARMENT}');
  insert into fit_images (id, feedback_id, storage_key, width, height, removed_at) values
    ('${STAYS}', '${FEEDBACK}', 'media/fit/stays.webp', 60, 80, null),
    ('${REMOVED}', '${FEEDBACK}', 'media/fit/removed.webp', 60, 80, '2026-11-01T10:00:00Z');
  insert into garment_photos (id, garment_id, storage_key, width, height) values
    ('${WORK}', '${GARMENT}', 'media/garments/work.webp', 60, 80);
  insert into media_deletions (id, storage_key, type) values ('${KNOWN}', 'media/known.webp', 'image')`;

/** Every column of before, of the photos that stay. */
const STORED = `
  select to_jsonb(f) - '{sealed_file_key,lost_at}'::text[] as row from fit_images f where removed_at is null
  union all select to_jsonb(g) - '{sealed_file_key,lost_at}'::text[] from garment_photos g
  order by 1`;

const DELETIONS = "select id, storage_key, type from media_deletions order by id";

test("stored photos stay as they are and unsealed, and the file of a removed one is deleted like every file", async () => {
  await using database = await createTestDatabase();
  const before = await storeBeforeMigration(database, "sealed_photos", async (client) => {
    await insertEarlierOrder(client, { orderId: ORDER ?? "", lineId: LINE ?? "" });
    await client.query(ROWS);
    return client.query(STORED);
  });
  await migrateDatabase(database.url);
  expect(before.rows).toHaveLength(2);
  expect((await database.pool.query(STORED)).rows).toEqual(before.rows);
  const sealed = await database.pool.query(
    "select id from fit_images where sealed_file_key is not null",
  );
  expect(sealed.rows).toEqual([]);
  expect((await database.pool.query(DELETIONS)).rows).toEqual([
    { id: REMOVED, storage_key: "media/fit/removed.webp", type: "file" },
    { id: KNOWN, storage_key: "media/known.webp", type: "image" },
  ]);
  expect(await listStoredKeys(database.db)).toEqual(
    new Set(["media/fit/stays.webp", "media/garments/work.webp"]),
  );
});
