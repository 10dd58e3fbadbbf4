import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Client, ClientBase } from "pg";
import { AppError } from "#core/app-error.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { withAdvisoryLock } from "./advisory-lock.server.ts";

const migrationsFolder = join(import.meta.dirname, "migrations");

/** Drizzle orders migrations by `when`. */
export type Migration = { tag: string; when: number; hash: string; statements: string[] };

/** The newest migration of a database or backup. */
type SchemaStep = Pick<Migration, "when" | "hash">;

/** An `older` one was squashed into the baseline; a `newer` one belongs to a later version. */
export type UnknownStep = "older" | "newer";

type Journal = { entries: { tag: string }[] };

/**
 * The last of the 18 migrations in the baseline, which has its `when`, so that drizzle skips it on databases
 * that ran them.
 */
const LAST_SQUASHED_HASH = "7c12f6b5b62f8af753b461bf0b84a7b57c4dbffeea216f9046f5ad7ab32a2188";

/** Reads this version's migrations, oldest first. */
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

/** The migrations up to a step and after it, or why the step is unknown. */
export function splitHistory(
  step: SchemaStep,
): Result<{ past: readonly Migration[]; future: readonly Migration[] }, UnknownStep> {
  const migrations = readMigrations();
  const isStep = ({ when, hash }: Migration, index: number) =>
    when === step.when && (hash === step.hash || (index === 0 && step.hash === LAST_SQUASHED_HASH));
  const position = migrations.findIndex(isStep);
  if (position >= 0) {
    return ok({ past: migrations.slice(0, position + 1), future: migrations.slice(position + 1) });
  }
  return fail(step.when < (migrations[0]?.when ?? 0) ? "older" : "newer");
}

const UNKNOWN_SCHEMA: Record<UnknownStep, string> = {
  older: "was left unfinished by a version before the first release: this version cannot open it",
  newer: "belongs to a newer version of the shop: use that version",
};

/**
 * Returns a database's newest migration; null without a shop. It only reads. Throws AppError('configuration') for an
 * unknown schema.
 */
export async function requireKnownSchema(client: ClientBase): Promise<Migration | null> {
  const applied = await findLastApplied(client);
  if (!applied) return null;
  const history = splitHistory(applied);
  if (history.ok) return history.value.past.at(-1) ?? null;
  throw new AppError(
    "configuration",
    `This database ${UNKNOWN_SCHEMA[history.error]}. Nothing was changed.`,
  );
}

async function findLastApplied(client: ClientBase): Promise<SchemaStep | null> {
  const known = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (known.rows[0]?.name === null) return null;
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    "select hash, created_at from drizzle.__drizzle_migrations order by created_at desc limit 1",
  );
  return rows[0] ? { when: Number(rows[0].created_at), hash: rows[0].hash } : null;
}

/** Runs and records migrations in the caller's transaction; drizzle opens its own and cannot stop half-way. */
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

/** Lists the tables and functions that migrations made, including dropped ones. */
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

/** The number is arbitrary. Starting shops wait for the holder of the lock. */
export const MIGRATION_LOCK = 7_301_001;

function findMigration(statement: string): string | null {
  const holder = readMigrations().find(({ statements }) =>
    statements.some((each) => each.includes(statement.trim())),
  );
  return holder?.tag ?? null;
}

function explain(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const failure = cause as { query?: unknown; message?: string; cause?: { message?: string } };
  const reason = failure.cause?.message ?? failure.message ?? String(cause);
  const name = typeof failure.query === "string" ? findMigration(failure.query) : null;
  const subject = name ? `Migration ${name} failed` : "The database could not be migrated";
  return new AppError("database", `${subject}: ${reason}`, { cause });
}

/**
 * Migrates to the newest schema, all or nothing; concurrent processes wait. Throws AppError('configuration')
 * for a newer version's database before writing, AppError('database') for a failed migration.
 */
export async function migrateDatabase(url: string): Promise<void> {
  try {
    await withAdvisoryLock(url, MIGRATION_LOCK, async (client) => {
      await requireKnownSchema(client);
      await migrate(drizzle(client), { migrationsFolder });
      await client.query("insert into content_version default values on conflict do nothing");
    });
  } catch (cause) {
    throw explain(cause);
  }
}
