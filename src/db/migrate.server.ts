import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import { AppError } from "#core/app-error.ts";
import { withAdvisoryLock } from "./advisory-lock.server.ts";

const migrationsFolder = join(import.meta.dirname, "migrations");

/** Any fixed number: whoever holds it is the one process that migrates. */
const MIGRATION_LOCK = 7_301_001;

type Journal = { entries: { tag: string }[] };

/** Which migration holds the statement that failed, so that the message names a file and not only SQL. */
function findMigration(statement: string): string | null {
  const journal: Journal = JSON.parse(
    readFileSync(join(migrationsFolder, "meta", "_journal.json"), "utf8"),
  );
  const holder = journal.entries.find((entry) =>
    readFileSync(join(migrationsFolder, `${entry.tag}.sql`), "utf8").includes(statement.trim()),
  );
  return holder?.tag ?? null;
}

function explain(cause: unknown): AppError {
  const failure = cause as { query?: unknown; message?: string; cause?: { message?: string } };
  const reason = failure.cause?.message ?? failure.message ?? String(cause);
  const name = typeof failure.query === "string" ? findMigration(failure.query) : null;
  const subject = name ? `Migration ${name} failed` : "The database could not be migrated";
  return new AppError("database", `${subject}: ${reason}`, { cause });
}

/**
 * Brings the database to the newest schema, all of it or nothing; processes that start together wait for one another.
 * Throws AppError('database') that names the migration.
 */
export async function migrateDatabase(url: string): Promise<void> {
  try {
    await withAdvisoryLock(url, MIGRATION_LOCK, async (client) => {
      await runMigrations(drizzle(client), { migrationsFolder });
      await client.query("insert into content_version default values on conflict do nothing");
    });
  } catch (cause) {
    throw explain(cause);
  }
}
