import { getTableName, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { escapeIdentifier } from "pg";
import type { Queryable } from "./client.server.ts";
import { fitImages } from "./schema/alterations.server.ts";
import { media, mediaDeletions } from "./schema/media.server.ts";
import { garmentImages } from "./schema/production.server.ts";

export type FileColumn = {
  /** A `storageKey` column of the schema. */
  readonly key: PgColumn;
  /**
   * Which rows' files must be in the storage: of all, of none, because they wait for their deletion, or of those where the named columns
   * are still empty.
   */
  readonly stored: "always" | "never" | { readonly whileNull: readonly PgColumn[] };
  /** Files of an order show a person or her garment: they are sealed, leave with the order's person and are in her export. */
  readonly of: "shop" | "order";
};

/**
 * Every column that holds the key of a stored file. This list alone says which files belong to the shop: backup, restore, the check of
 * the storage, its sweep, a move to another storage, deletion, erasure and export read it. A test fails for a column without a line.
 */
export const FILE_COLUMNS: readonly FileColumn[] = [
  { key: media.storageKey, stored: "always", of: "shop" },
  { key: mediaDeletions.storageKey, stored: "never", of: "shop" },
  {
    key: garmentImages.storageKey,
    stored: { whileNull: [garmentImages.removedAt, garmentImages.lostAt] },
    of: "order",
  },
  {
    key: fitImages.storageKey,
    stored: { whileNull: [fitImages.removedAt, fitImages.lostAt] },
    of: "order",
  },
];

/** The columns that must be empty where the file must be in the storage. */
const emptyColumnsOf = ({ stored }: FileColumn): readonly PgColumn[] =>
  typeof stored === "object" ? stored.whileNull : [];

const tableOf = ({ key }: FileColumn): string => getTableName(key.table);

/** Tables of a database or of a dump; those of an older schema may lack a table or a column. */
type Tables = readonly { name: string; columns: readonly string[] }[];

function isIn(tables: Tables, column: PgColumn): boolean {
  const table = tables.find(({ name }) => name === getTableName(column.table));
  return table?.columns.includes(column.name) === true;
}

const NOTHING = "select null::text as key where false";

/** A statement that returns each key once, as `key`, of the rows that the condition of their column lets through. */
function keysStatement(
  columns: readonly FileColumn[],
  conditionOf: (column: FileColumn) => string,
): string {
  const parts = columns.map((column) => {
    const table = `public.${escapeIdentifier(tableOf(column))}`;
    return `select ${escapeIdentifier(column.key.name)} as key from ${table} where ${conditionOf(column)}`;
  });
  return [NOTHING, ...parts].join(" union ");
}

/** Returns the keys of all files that must be in the storage, of a database with these tables. */
export function storedKeysStatement(tables: Tables): string {
  const columns = FILE_COLUMNS.filter(({ key, stored }) => stored !== "never" && isIn(tables, key));
  return keysStatement(columns, (column) => {
    const empty = emptyColumnsOf(column).filter((each) => isIn(tables, each));
    const conditions = empty.map(({ name }) => `${escapeIdentifier(name)} is null`);
    return ["true", ...conditions].join(" and ");
  });
}

const ALL_TABLES: Tables = FILE_COLUMNS.map((column) => ({
  name: tableOf(column),
  columns: [column.key, ...emptyColumnsOf(column)].map(({ name }) => name),
}));

async function readKeys(db: Queryable, statement: string): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ key: string }>(sql.raw(statement));
  return new Set(rows.map(({ key }) => key));
}

/** The keys of all files that must be in the storage. */
export function listStoredKeys(db: Queryable): Promise<ReadonlySet<string>> {
  return readKeys(db, storedKeysStatement(ALL_TABLES));
}

/** The keys of all files that a row names, also of those that wait for their deletion. */
export function listKnownKeys(db: Queryable): Promise<ReadonlySet<string>> {
  return readKeys(
    db,
    keysStatement(FILE_COLUMNS, () => "true"),
  );
}

/** What COPY writes for a value that is null. */
const NULL = "\\N";

/**
 * Reads which files must be there out of the text that COPY made of the tables, chunk by chunk; a backup is compared with its own rows
 * so. No text of a storage key needs an escape.
 */
export function createCopiedKeys() {
  const texts = new Map<string, Buffer[]>(
    FILE_COLUMNS.map((column): [string, Buffer[]] => [tableOf(column), []]),
  );
  return {
    receive(table: string, chunk: Buffer): void {
      texts.get(table)?.push(chunk);
    },
    /** In order, once the tables are complete. */
    list(tables: Tables): string[] {
      const keys = FILE_COLUMNS.flatMap((column) => {
        const { key, stored } = column;
        if (stored === "never" || !isIn(tables, key)) return [];
        const columns = tables.find(({ name }) => name === tableOf(column))?.columns ?? [];
        const keyIndex = columns.indexOf(key.name);
        const emptyIndexes = emptyColumnsOf(column)
          .map(({ name }) => columns.indexOf(name))
          .filter((index) => index >= 0);
        const text = Buffer.concat(texts.get(tableOf(column)) ?? []).toString("utf8");
        const rows = text.split("\n").filter((line) => line !== "");
        const values = rows.map((line) => line.split("\t"));
        return values
          .filter((row) => emptyIndexes.every((index) => row[index] === NULL))
          .flatMap((row) => row[keyIndex] ?? []);
      });
      return [...new Set(keys)].sort();
    },
  };
}
