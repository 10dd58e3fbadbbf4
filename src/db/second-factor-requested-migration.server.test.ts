import { Client } from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { applyMigrations, migrateDatabase, readMigrations } from "./migrate.server.ts";

const [OWNER, CUSTOMER] = ["1", "2"].map((last) => `00000000-0000-7000-8000-00000000000${last}`);

/** An admin who put a second factor off long ago, and a customer, as the version before stores them. */
const ROWS = `
  insert into profiles (id, name, email, role, is_owner, second_factor_offered_at) values
    ('${OWNER}', 'rosa', 'rosa@example.com', 'admin', true, '2026-02-01T10:00:00Z'),
    ('${CUSTOMER}', 'asha', 'asha@example.com', 'customer', false, null)`;

const STORED =
  "select to_jsonb(p) - 'second_factor_requested_at' as row from profiles p order by id";

test("stored accounts stay as they are, and nobody was asked for a second factor yet", async () => {
  await using database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "drop schema public cascade; drop schema drizzle cascade; create schema public",
  );
  const migrations = readMigrations();
  const own = migrations.findIndex(({ tag }) => tag.endsWith("second_factor_requested"));
  expect(own).toBeGreaterThan(0);
  await client.query("begin");
  await applyMigrations(client, migrations.slice(0, own));
  await client.query(ROWS);
  await client.query("commit");
  const before = await client.query(STORED);
  await client.end();
  await migrateDatabase(database.url);
  expect((await database.pool.query(STORED)).rows).toEqual(before.rows);
  const requested = await database.pool.query(
    "select id from profiles where second_factor_requested_at is not null",
  );
  expect(requested.rows).toEqual([]);
});
