import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { migrateDatabase } from "./migrate.server.ts";

const OF_GUEST = "00000000-0000-7000-8000-00000000000a";
const OF_ACCOUNT = "00000000-0000-7000-8000-00000000000b";
const USER = "00000000-0000-7000-8000-000000000001";

/** A guest's and an account's specification, and the account's cart, as the version before stores them. */
const ROWS = `
  insert into profiles (id, name, email) values ('${USER}', 'Asha', 'asha@example.com');
  insert into fit_specifications (id, user_id, garment, sealed, choices, hash) values
    ('${OF_GUEST}', null, 'suit', '{"keyId":"k"}', '[]', '${"a".repeat(64)}'),
    ('${OF_ACCOUNT}', '${USER}', 'suit', '{"keyId":"k"}', '[]', '${"b".repeat(64)}')`;

const STORED =
  "select to_jsonb(s) - '{browser,by_reference,block}'::text[] as row from fit_specifications s order by id";

test("stored specifications stay as they are, and a guest's of before open by their reference", async () => {
  await using database = await createTestDatabase();
  const before = await storeBeforeMigration(database, "guest_browsers", async (client) => {
    await client.query(ROWS);
    return client.query(STORED);
  });
  await migrateDatabase(database.url);
  expect((await database.pool.query(STORED)).rows).toEqual(before.rows);
  const { rows } = await database.pool.query(
    "select id, browser, by_reference from fit_specifications order by id",
  );
  expect(rows).toEqual([
    { id: OF_GUEST, browser: null, by_reference: true },
    { id: OF_ACCOUNT, browser: null, by_reference: false },
  ]);
});

test("a specification never moves to another browser and never opens by its reference again", async () => {
  await using database = await createTestDatabase();
  const { pool } = database;
  const insert = (browser: string) =>
    pool.query(`insert into fit_specifications (id, browser, garment, choices, hash)
      values ('${OF_GUEST}', '${browser}', 'suit', '[]', '${"a".repeat(64)}')`);
  await expect(insert("a readable name")).rejects.toThrow("fit_specifications_browser_valid");
  await insert("c".repeat(64));
  for (const change of [`browser = '${"d".repeat(64)}'`, "browser = null", "by_reference = true"]) {
    const changed = pool.query(`update fit_specifications set ${change}`);
    await expect(changed, change).rejects.toThrow();
  }
});
