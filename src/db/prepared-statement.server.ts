import type { Query, SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Queryable } from "./client.server.ts";

/** Values of a statement's placeholders, by their names. */
type Values = Readonly<Record<string, unknown>>;

/**
 * A statement under a name, its values placeholders: its text is put together once a process, and a connection parses and plans it once. On the way
 * of an order that was half of what the shop and the database had to do. The name stands for exactly one text.
 */
export function prepareStatement<Row extends Record<string, unknown>>(
  name: string,
  statement: SQL,
) {
  let query: Query | undefined;
  return async (db: Queryable, values: Values = {}): Promise<Row[]> => {
    query ??= new PgDialect().sqlToQuery(statement);
    const prepared = db._.session.prepareQuery(query, undefined, name, false);
    // Without fields the driver's own answer comes back.
    const { rows } = (await prepared.execute(values)) as { rows: Row[] };
    return rows;
  };
}
