import { count, getTableColumns, isNotNull, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { canonicalJson } from "#core/canonical-json.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import type { Sealed, SecretBox } from "./secrets.server.ts";

export type ResealDeps = {
  db: Database;
  measurementBox: SecretBox;
  /** Signs in as the owner of the tables. */
  ownerUrl: string;
};

/** How many values were sealed with the current key, and how many no key of the shop opens. */
export type ResealCount = { resealed: number; unreadable: number };

/** How a value is written as text. Canonical JSON has sorted names. */
type Encoding = "json" | "canonical_json" | "text";

/**
 * How a rotation rewrites the rows. Together: one transaction that locks its rows, all or none. Row by row: without a lock, and a
 * rotation that was killed continues where it ended. By the owner: all or none, through a function of the database that only the
 * owner of the table may call.
 */
type Rewriting = "together" | "row_by_row" | { ownerFunction: string };

type Definition<Row, Name extends string, Schema extends z.ZodType> = {
  table: PgTable & { id: PgColumn; $inferSelect: NoInfer<Row & Record<Name, Sealed | null>> };
  /** The property of the table that holds the sealed value. */
  column: Name;
  /**
   * Authenticated with the value, so that it does not open in another row. A change makes every stored row unreadable.
   */
  location: (row: Row) => string;
  /** Of the value. */
  schema: Schema;
  encoding?: Encoding;
  rewriting?: Rewriting;
};

/** A column whose values are sealed with the measurement key (ADR 0038). */
export type SealedColumn<Row, Name extends string, Value> = {
  readonly table: PgTable;
  /** Of the schema. */
  readonly column: PgColumn;
  readonly rewriting: Rewriting;
  /** The value of the column for this row. */
  seal(box: SecretBox, row: Row, value: Value): Sealed;
  /** Null without a value, when no key of the shop opens it, or when it is not what the schema says. */
  open(box: SecretBox, row: Row & Record<Name, Sealed | null>): Value | null;
  /** The text of the value, whatever the schema says; null without one, or when no key of the shop opens it. */
  openText(box: SecretBox, row: Row & Record<Name, Sealed | null>): string | null;
  /**
   * Seals every value with the current measurement key, so that former keys can be removed. The sealed text, the row's time and its
   * version stay. Idempotent. What no key opens stays as it is and is counted.
   */
  reseal(deps: ResealDeps): Promise<ResealCount>;
  /** How many values each key has sealed, by the id of the key. */
  countByKey(db: Queryable): Promise<ReadonlyMap<string, number>>;
};

type StoredRow<Row> = Row & { id: string };

/** Runs with a connection of the tables' owner, in one transaction. */
async function asOwner<Value>(
  ownerUrl: string,
  work: (tx: Queryable) => Promise<Value>,
): Promise<Value> {
  const owner = openDatabase({ url: ownerUrl, maxConnections: 1 });
  try {
    return await owner.db.transaction(work);
  } finally {
    await owner.close();
  }
}

function columnOf(table: PgTable, property: string): PgColumn {
  const column = getTableColumns(table)[property];
  if (!column) throw new Error(`The table has no column ${property}`);
  return column;
}

/**
 * Declares a sealed column: from this alone its values are sealed, opened, and sealed anew when the key rotates. Every declared
 * column stands in `src/server/start/sealed-columns.server.ts`.
 */
export function sealedColumn<Row, Name extends string, Schema extends z.ZodType>({
  table,
  column: property,
  location,
  schema,
  encoding = "json",
  rewriting = "together",
}: Definition<Row, Name, Schema>): SealedColumn<Row, Name, z.output<Schema>> {
  type Value = z.output<Schema>;
  const column = columnOf(table, property);

  function textOf(value: Value): string {
    if (encoding === "text") return String(value);
    return encoding === "json" ? JSON.stringify(value) : canonicalJson(value);
  }

  function openText(box: SecretBox, row: Row & Record<Name, Sealed | null>): string | null {
    const sealed = row[property];
    return sealed === null ? null : box.open(sealed, location(row));
  }

  const isFormer = (box: SecretBox) => sql`${column} ->> 'keyId' <> ${box.keyId}`;

  const formerRows = (db: Queryable, box: SecretBox) =>
    db
      .select()
      .from(table as PgTable)
      .where(isFormer(box));

  /** A plain statement, because the row's time of change stays. Leaves a value alone that was removed or resealed meanwhile. */
  async function writeSealed(db: Queryable, box: SecretBox, id: string, sealed: Sealed) {
    const next = sql`${JSON.stringify(sealed)}::jsonb`;
    if (typeof rewriting === "object") {
      await db.execute(
        sql`select ${sql.identifier(rewriting.ownerFunction)}(${id}::uuid, ${next})`,
      );
      return;
    }
    await db.execute(
      sql`update ${table} set ${sql.identifier(column.name)} = ${next} where ${table.id} = ${id}::uuid and ${isFormer(box)}`,
    );
  }

  async function resealRows(
    db: Queryable,
    box: SecretBox,
    rows: readonly unknown[],
  ): Promise<ResealCount> {
    const count = { resealed: 0, unreadable: 0 };
    for (const row of rows as readonly StoredRow<Row & Record<Name, Sealed | null>>[]) {
      const text = openText(box, row);
      if (text === null) {
        count.unreadable += 1;
        continue;
      }
      await writeSealed(db, box, row.id, box.seal(text, location(row)));
      count.resealed += 1;
    }
    return count;
  }

  return {
    table,
    column,
    rewriting,
    openText,
    seal: (box, row, value) => box.seal(textOf(value), location(row)),
    open(box, row) {
      const text = openText(box, row);
      if (text === null) return null;
      const value = schema.safeParse(encoding === "text" ? text : JSON.parse(text));
      return value.success ? value.data : null;
    },
    async countByKey(db) {
      const keyId = sql<string>`${column} ->> 'keyId'`;
      const rows = await db
        .select({ keyId, count: count() })
        .from(table as PgTable)
        .where(isNotNull(column))
        .groupBy(keyId);
      return new Map(rows.map((row) => [row.keyId, row.count]));
    },
    async reseal({ db, measurementBox, ownerUrl }) {
      if (rewriting === "together") {
        return db.transaction(async (tx) =>
          resealRows(tx, measurementBox, await formerRows(tx, measurementBox).for("update")),
        );
      }
      const rows = await formerRows(db, measurementBox);
      if (rewriting === "row_by_row") return resealRows(db, measurementBox, rows);
      if (rows.length === 0) return { resealed: 0, unreadable: 0 };
      return asOwner(ownerUrl, (tx) => resealRows(tx, measurementBox, rows));
    },
  };
}
