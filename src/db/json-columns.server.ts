import type { GetColumnData, SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

type Columns = Readonly<Record<string, PgColumn>>;

/** A row as a select of these columns returns it. */
export type JsonRowOf<Chosen extends Columns> = {
  [Key in keyof Chosen]: GetColumnData<Chosen[Key]>;
};

/**
 * Rows of a table as one JSON column of a statement that reads more beside them. They are decoded by their columns, so that a
 * moment is a `Date` as in a select. Without rows it is empty. `from` may join tables; `where` may name the outer statement's.
 */
export function jsonColumn<Chosen extends Columns>(
  columns: Chosen,
  {
    from,
    orderBy,
    where,
  }: { from: PgTable | SQL; where: SQL | undefined; orderBy: readonly SQL[] },
): SQL<JsonRowOf<Chosen>[]> {
  const pairs = Object.entries(columns).map(
    ([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`,
  );
  const rows = sql`select coalesce(json_agg(json_build_object(${sql.join(pairs, sql`, `)})
    order by ${sql.join([...orderBy], sql`, `)}), '[]') from ${from} where ${where}`;
  const decode = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => {
        const value = row[name];
        return [name, value === null ? null : column.mapFromDriverValue(value)];
      }),
    );
  // Drizzle leaves out the tables' names in the outermost part of a statement of one table.
  return sql`(${rows})`.mapWith((stored: Readonly<Record<string, unknown>>[]) =>
    stored.map(decode),
  ) as SQL<JsonRowOf<Chosen>[]>;
}
