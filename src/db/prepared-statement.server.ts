import type { Query, SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Queryable } from "./client.server.ts";

type Values = Readonly<Record<string, unknown>>;

/** Prepares a named statement, planned once per connection (ADR 0018). Each name has exactly one text. */
export function prepareStatement<Row extends Record<string, unknown>>(
  name: string,
  statement: SQL,
) {
  let query: Query | undefined;
  return async (db: Queryable, values: Values = {}): Promise<Row[]> => {
    query ??= new PgDialect().sqlToQuery(statement);
    const prepared = db._.session.prepareQuery(query, undefined, name, false);
    const { rows } = (await prepared.execute(values)) as { rows: Row[] };
    return rows;
  };
}

/** Returns the one row of a named statement, or null. Planning is half a listing's cost. */
export async function findPreparedRow<Row>(
  db: Queryable,
  name: string,
  statement: SQL,
): Promise<Row | null> {
  const row = sql<Row | null>`(select to_json(found) from (${statement}) found)`;
  const prepared = db.select({ row }).from(sql`(values (0)) once`).prepare(name);
  const [result] = await prepared.execute();
  return result?.row ?? null;
}
