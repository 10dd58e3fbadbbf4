import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { reportOutages } from "./database-outage.server.ts";
import type { QueryPatience } from "./query-patience.server.ts";
import { limitPatience, QUERY_PATIENCE } from "./query-patience.server.ts";

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
 * The limits are longer than any page's statement or any import or export batch. Migrations, backups and restores
 * connect without them.
 */
const LIMITS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Work on a whole big shop, or on everything of a person, may last this long. */
const LONG_STATEMENT_MS = 300_000;

/** A transaction whose statements may run five minutes each instead of 30 seconds. */
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

/** Connects at the first query. Tests pass another patience. */
export function openDatabase(options: {
  url: string;
  maxConnections: number;
  patience?: QueryPatience;
}): DatabaseHandle {
  const pool = new Pool({
    connectionString: options.url,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    ...LIMITS,
  });
  // The pool replaces a lost idle connection; unhandled, the event would end the process.
  pool.on("error", () => undefined);
  // The same in a transaction, whose next query fails with the reason.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const closeProbe = limitPatience(pool, options.patience ?? QUERY_PATIENCE);
  reportOutages(pool);
  const close = async () => {
    await pool.end();
    await closeProbe();
  };
  return { db: drizzle(pool), pool, close };
}
