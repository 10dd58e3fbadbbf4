import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Client } from "pg";

export const migrationsFolder = join(import.meta.dirname, "migrations");

/** One step of the schema; `when` is what tells steps apart and orders them in the database. */
export type Migration = { tag: string; when: number; hash: string; statements: string[] };

/** Which step a database stands at. */
export type SchemaStep = Pick<Migration, "when" | "hash">;

type Journal = { entries: { tag: string }[] };

/** Every migration this shop knows, oldest first. */
export function readMigrations(): Migration[] {
  const journal: Journal = JSON.parse(
    readFileSync(join(migrationsFolder, "meta", "_journal.json"), "utf8"),
  );
  return readMigrationFiles({ migrationsFolder }).map((file, index) => ({
    tag: journal.entries[index]?.tag ?? "",
    when: file.folderMillis,
    hash: file.hash,
    statements: file.sql,
  }));
}

/** The newest migration a database has had, as drizzle wrote it down; null for a database that never was a shop's. */
export async function lastApplied(client: Client): Promise<SchemaStep | null> {
  const known = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (known.rows[0]?.name === null) return null;
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    "select hash, created_at from drizzle.__drizzle_migrations order by created_at desc limit 1",
  );
  return rows[0] ? { when: Number(rows[0].created_at), hash: rows[0].hash } : null;
}

/**
 * Runs migrations inside the caller's transaction and writes them down as drizzle does, which opens a transaction of its own and
 * knows no way to stop half-way.
 */
export async function applyMigrations(
  client: Client,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const { statements, hash, when } of migrations) {
    for (const statement of statements) await client.query(statement);
    await client.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)",
      [hash, when],
    );
  }
}

/** The names of the tables and functions that migrations make, whether or not a later one drops them again. */
export function namesMadeBy(migrations: readonly Migration[]): {
  tables: string[];
  functions: string[];
} {
  const text = migrations.flatMap(({ statements }) => statements).join("\n");
  const named = (pattern: RegExp) => [
    ...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? "")),
  ];
  return {
    tables: named(/(?:^|\s)(?:create table(?: if not exists)?|rename to)\s+"(\w+)"/gi),
    functions: named(/(?:^|\s)create (?:or replace )?function\s+"(\w+)"/gi),
  };
}
