import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { migrateDatabase } from "./migrate.server.ts";

test("a migrated database has exactly one content version row", async () => {
  await using database = await createTestDatabase();
  const { rows } = await database.pool.query("select version from content_version");
  expect(rows).toEqual([{ version: "1" }]);
});

test("ten processes that migrate an empty database together apply every migration once", async () => {
  await using database = await createTestDatabase();
  await database.pool.query(
    "drop schema public cascade; drop schema drizzle cascade; create schema public",
  );
  await Promise.all(Array.from({ length: 10 }, () => migrateDatabase(database.url)));
  const { rows } = await database.pool.query(
    "select count(*)::int as applied, count(distinct hash)::int as different from drizzle.__drizzle_migrations",
  );
  expect(rows[0].applied).toBeGreaterThan(0);
  expect(rows[0].applied).toBe(rows[0].different);
  await migrateDatabase(database.url);
  const versions = await database.pool.query("select count(*)::int as rows from content_version");
  expect(versions.rows).toEqual([{ rows: 1 }]);
});

test("a failing migration is named and leaves nothing half done", async () => {
  await using database = await createTestDatabase();
  await database.pool.query(
    "drop schema public cascade; drop schema drizzle cascade; create schema public; create table products (id int)",
  );
  await expect(migrateDatabase(database.url)).rejects.toThrow(
    /^Migration 0000_foundation failed: relation "products" already exists$/,
  );
  const { rows } = await database.pool.query(
    "select count(*)::int as tables from information_schema.tables where table_schema = 'public'",
  );
  expect(rows).toEqual([{ tables: 1 }]);
});
