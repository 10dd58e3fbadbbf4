import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { reportOutages } from "./database-outage.server.ts";
import { limitPatience } from "./query-patience.server.ts";

/** A transaction has the same shape. */
export type Database = NodePgDatabase<Record<string, never>>;

/** The database or an open transaction. */
export type Queryable = Pick<
  Database,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "_"
>;

export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type DatabaseHandle = { db: Database; pool: Pool; close(): Promise<void> };

/**
 * Longer than any statement of a page, or a batch of an import or an export, needs; a visitor left long before. Migrations, backups and
 * restores have connections of their own without these limits.
 */
const LIMITS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** For work on the whole shop, or on everything of a person. A big shop's must not be cut off. */
const LONG_STATEMENT_MS = 300_000;

/** A transaction whose statements may each run for five minutes instead of the 30 seconds of a page. */
export function withLongStatements<Value>(
  db: Database,
  run: (tx: Transaction) => Promise<Value>,
): Promise<Value> {
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('statement_timeout', ${String(LONG_STATEMENT_MS)}, true)`,
    );
    return run(tx);
  });
}

/** Connects at the first query. */
export function openDatabase(options: { url: string; maxConnections: number }): DatabaseHandle {
  const pool = new Pool({
    connectionString: options.url,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    ...LIMITS,
  });
  // The pool replaces a lost idle connection; without a listener it would end the process.
  pool.on("error", () => undefined);
  // The same inside a transaction, whose next query fails with the reason.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const closeProbe = limitPatience(pool);
  reportOutages(pool);
  const close = async () => {
    await pool.end();
    await closeProbe();
  };
  return { db: drizzle(pool), pool, close };
}
