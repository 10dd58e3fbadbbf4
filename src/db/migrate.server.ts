import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import { AppError } from "#core/app-error.ts";
import { withAdvisoryLock } from "./advisory-lock.server.ts";
import {
  migrationsFolder,
  readMigrations,
  requireKnownSchema,
} from "./migration-history.server.ts";

/** Any fixed number: whoever holds it is the one process that changes the schema, and a shop that starts waits for it. */
export const MIGRATION_LOCK = 7_301_001;

/** Which migration holds the statement that failed, so that the message names a file and not only SQL. */
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
 * Brings the database to the newest schema, all of it or nothing; processes that start together wait for one another.
 * Throws AppError('configuration') before anything is written when the database belongs to a newer version, and AppError('database')
 * that names the migration when one fails.
 */
export async function migrateDatabase(url: string): Promise<void> {
  try {
    await withAdvisoryLock(url, MIGRATION_LOCK, async (client) => {
      await requireKnownSchema(client);
      await runMigrations(drizzle(client), { migrationsFolder });
      await client.query("insert into content_version default values on conflict do nothing");
    });
  } catch (cause) {
    throw explain(cause);
  }
}
