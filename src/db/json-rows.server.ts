import type { SQL } from "drizzle-orm";
import { getTableColumns, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** Columns of a table that a statement fills from rows sent as JSON, each named once. */
export type JsonRows<Row> = {
  table: PgTable;
  /** As the insert names them. */
  names: SQL;
  /** The same columns as keys of a row. */
  keys: SQL;
  /** The same columns as the record that Postgres reads from the JSON. */
  record: SQL;
  /** Exists for its type alone. */
  row?: Row;
};

/** The row of a table that `jsonRows` described. */
export type JsonRow<Rows> = Rows extends JsonRows<infer Row> ? Row : never;

/** Describes the columns of a table that are inserted from JSON; their types are those of the schema. */
export function jsonRows<Table extends PgTable, Key extends keyof Table["$inferInsert"] & string>(
  table: Table,
  keys: readonly Key[],
): JsonRows<Pick<Table["$inferInsert"], Key>> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const chosen = keys.map((key) => {
    const column = columns[key];
    if (!column) throw new Error(`The table has no column ${key}`);
    return { key: `"${key}"`, name: `"${column.name}"`, type: column.getSQLType() };
  });
  const join = (texts: readonly string[]) => sql.raw(texts.join(", "));
  return {
    table,
    names: join(chosen.map(({ name }) => name)),
    keys: join(chosen.map(({ key }) => key)),
    record: join(chosen.map(({ key, type }) => `${key} ${type}`)),
  };
}
