import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Client } from "pg";
import { expect, test } from "vitest";
import { z } from "zod";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { applyMigrations, migrateDatabase, readMigrations } from "./migrate.server.ts";

/** The 18 steps that the baseline replaces. */
function readSquashedSteps() {
  const file = join(import.meta.dirname, "../../tests/fixtures/before-baseline/migrations.json.gz");
  const steps = z
    .array(z.object({ tag: z.string(), when: z.number(), sql: z.string() }))
    .parse(JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")));
  return steps.map(({ tag, when, sql }) => ({
    tag,
    when,
    hash: createHash("sha256").update(sql).digest("hex"),
    statements: sql.split("--> statement-breakpoint"),
  }));
}

/** As a shop that applied the first `count` steps. */
async function runSquashedSteps(database: TestDatabase, count: number): Promise<void> {
  await database.pool.query(
    "drop schema public cascade; drop schema drizzle cascade; create schema public",
  );
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await applyMigrations(client, readSquashedSteps().slice(0, count));
  } finally {
    await client.end();
  }
}

/** The schema without column order, one line each. */
async function readCatalogue(database: TestDatabase): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(`
    select 'table ' || relname || ' ' || relkind::text || ' ' || relpersistence::text || ' ' || coalesce(reloptions::text, '') as line
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    union all select 'column ' || attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod)
        || case when attnotnull then ' not null' else '' end || ' ' || attgenerated::text || ' ' || attidentity::text
        || ' ' || coalesce(pg_get_expr(adbin, adrelid), '')
      from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid, true)
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select 'trigger ' || pg_get_triggerdef(oid, true) || ' ' || tgenabled::text
      from pg_trigger where not tgisinternal
    union all select 'function ' || pg_get_functiondef(pg_proc.oid)
      from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all select 'extension ' || extname || ' ' || extversion from pg_extension
    order by line`);
  return rows.map(({ line }) => line);
}

test("a database that ran the 18 former steps has the same schema as one made by the baseline", async () => {
  await using former = await createTestDatabase();
  await using present = await createTestDatabase();
  await runSquashedSteps(former, 18);
  await migrateDatabase(former.url);
  const catalogue = await readCatalogue(present);
  for (const kind of ["table", "column", "constraint", "index", "trigger", "function"]) {
    expect(catalogue.filter((line) => line.startsWith(`${kind} `)).length).toBeGreaterThan(10);
  }
  expect(await readCatalogue(former)).toEqual(catalogue);
});

test("a database that ran the 18 former steps keeps its rows and runs only what follows the baseline", async () => {
  await using database = await createTestDatabase();
  await runSquashedSteps(database, 18);
  await database.pool.query(
    "insert into products (id, slug, name) values (gen_random_uuid(), 'early', 'Early Coat')",
  );
  await migrateDatabase(database.url);
  const products = await database.pool.query("select slug from products");
  expect(products.rows).toEqual([{ slug: "early" }]);
  const { rows } = await database.pool.query(
    "select count(*)::int as steps from drizzle.__drizzle_migrations",
  );
  expect(rows).toEqual([{ steps: 18 + readMigrations().length - 1 }]);
});

test("a database that ran only some of the 18 former steps is refused and not changed", async () => {
  await using database = await createTestDatabase();
  await runSquashedSteps(database, 17);
  const before = await readCatalogue(database);
  await expect(migrateDatabase(database.url)).rejects.toThrow(
    "This database was left unfinished by a version before the first release: this version cannot open it. Nothing was changed.",
  );
  expect(await readCatalogue(database)).toEqual(before);
});

test("a database with a step of a newer version is refused and not changed", async () => {
  await using database = await createTestDatabase();
  const insert = "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', $1)";
  await database.pool.query(insert, [9_999_999_999_999]);
  await database.pool.query("truncate content_version");
  await expect(migrateDatabase(database.url)).rejects.toThrow(
    "This database belongs to a newer version of the shop: use that version. Nothing was changed.",
  );
  const { rows } = await database.pool.query("select count(*)::int as rows from content_version");
  expect(rows).toEqual([{ rows: 0 }]);
});

test("a database whose newest step differs from this version's step of the same moment is refused", async () => {
  await using database = await createTestDatabase();
  await database.pool.query("update drizzle.__drizzle_migrations set hash = 'of another branch'");
  await expect(migrateDatabase(database.url)).rejects.toThrow("belongs to a newer version");
});

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
    /^Migration 0000_baseline failed: relation "products" already exists$/,
  );
  const { rows } = await database.pool.query(
    "select count(*)::int as tables from information_schema.tables where table_schema = 'public'",
  );
  expect(rows).toEqual([{ tables: 1 }]);
});
