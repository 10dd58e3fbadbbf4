import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";

/** The typed query interface over one pool; a transaction has the same shape. */
export type Database = NodePgDatabase<Record<string, never>>;

/** What a query function needs: the database or an open transaction of it. */
export type Queryable = Pick<
  Database,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "_"
>;

/** An open transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** A pool and its Drizzle face; `releaseAndPublish` ends every connection. */
export type DatabaseHandle = { db: Database; pool: Pool; close(): Promise<void> };

/** Opens a pool; nothing is connected until the first query. */
export function openDatabase(options: { url: string; maxConnections: number }): DatabaseHandle {
  const pool = new Pool({
    connectionString: options.url,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
  });
  // A lost idle connection is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  // So would one that is lost inside a transaction: its next query fails and says why.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { db: drizzle(pool), pool, close: () => pool.end() };
}
