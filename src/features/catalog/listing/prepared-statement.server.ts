import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";

/**
 * Reads the one row of a statement under a name: a connection parses and plans it once and not again for every shopper, which is
 * half of what a listing costs the database. The name stands for exactly one text, whatever the values; null without a row.
 */
export async function findPreparedRow<Row>(
  db: Queryable,
  name: string,
  statement: SQL,
): Promise<Row | null> {
  const row = sql<Row | null>`(select to_json(found) from (${statement}) found)`;
  const planned = db.select({ row }).from(sql`(values (0)) once`).prepare(name);
  const [answer] = await planned.execute();
  return answer?.row ?? null;
}

/** As readPlanned, all rows of the statement, which must come as JSON gives them. */
export async function listPreparedRows<Row>(
  db: Queryable,
  name: string,
  statement: SQL,
): Promise<Row[]> {
  const rows = sql<Row[]>`coalesce(json_agg(found), '[]')`;
  const planned = db.select({ rows }).from(sql`(${statement}) found`).prepare(name);
  const [answer] = await planned.execute();
  return answer?.rows ?? [];
}
