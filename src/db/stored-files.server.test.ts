import { globSync, readdirSync, readFileSync } from "node:fs";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { PgCustomColumn, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { PRIVATE_IMAGES } from "#features/base/media/private-images.server.ts";
import { createCopiedKeys, FILE_COLUMNS, storedKeysStatement } from "./stored-files.server.ts";

const nameOf = (column: PgColumn) => `${getTableName(column.table)}.${column.name}`;

/** Every column of the tables in src/db/schema. */
async function columnsOfSchema(): Promise<PgColumn[]> {
  const folder = new URL("schema/", import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(".server.ts"));
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  const tables = modules.flatMap((each) => Object.values(each)).filter((each) => is(each, PgTable));
  expect(tables.length).toBeGreaterThan(60);
  return tables.flatMap((table) => Object.values(getTableColumns(table)));
}

/** Columns whose names sound like a stored file and that hold none. */
const NO_STORED_FILE: Readonly<Record<string, string>> = {
  "product_imports.file_name": "The name that the owner's CSV file had; its lines are rows.",
  "profiles.image": "A URL at another sign-in provider.",
  "makers.media_id": "The id of a media item.",
};

const SOUNDS_LIKE_A_FILE =
  /(storage|object|blob|upload|attachment|asset|file|path|image|photo|picture|video)(_?(key|name|path|id|url))?$/i;

test("every column of the type of storage keys is declared, and every declared one has the type", async () => {
  const columns = await columnsOfSchema();
  const ofType = columns.filter(
    (column) => is(column, PgCustomColumn) && column.getSQLType() === "text",
  );
  const declared = FILE_COLUMNS.map(({ key }) => nameOf(key));
  expect(declared.toSorted()).toEqual(ofType.map(nameOf).toSorted());
});

test("no other text column of the schema has a name like a stored file's", async () => {
  const declared = new Set(FILE_COLUMNS.map(({ key }) => nameOf(key)));
  const alike = (await columnsOfSchema())
    .filter((column) => ["text", "varchar"].includes(column.getSQLType()))
    .filter(({ name }) => SOUNDS_LIKE_A_FILE.test(name))
    .map(nameOf)
    .filter((name) => !declared.has(name) && !(name in NO_STORED_FILE));
  expect(alike).toEqual([]);
});

/** Where the program writes files, and the column that holds their keys. */
const WRITERS: Readonly<Record<string, string>> = {
  "src/features/base/media/ingest-image.server.ts": "media.storage_key",
  "src/features/base/media/finish-upload.server.ts": "media.storage_key",
  "src/server/demo-seed/demo-seed.server.ts": "media.storage_key",
  "src/features/base/media/private-images.server.ts": "fit_images.storage_key",
  "src/features/base/media/derive-image.server.ts": "none: renditions are made again",
  "src/features/base/media/draw-social-card.server.ts": "none: cards are drawn again",
  "src/server/backup/restore-shop.server.ts": "none: the rows come with the files",
};

test("whatever the program stores, a declared column holds its key", () => {
  const sources = globSync("src/**/*.{ts,tsx}").filter((file) => !file.includes(".test."));
  const writing = sources.filter((file) =>
    /\bfiles\.put(File)?\(/.test(readFileSync(file, "utf8")),
  );
  expect(writing.toSorted()).toEqual(Object.keys(WRITERS).toSorted());
  const declared = new Set(FILE_COLUMNS.map(({ key }) => nameOf(key)));
  const unknown = Object.values(WRITERS).filter(
    (column) => !column.startsWith("none: ") && !declared.has(column),
  );
  expect(unknown).toEqual([]);
});

test("every column of customers' files has its kind of photo, which seals, erases and exports it", () => {
  const ofOrders = FILE_COLUMNS.filter(({ of }) => of === "order").map(({ key }) => nameOf(key));
  const kinds = PRIVATE_IMAGES.map(({ table }) => nameOf(table.storageKey));
  expect(kinds.toSorted()).toEqual(ofOrders.toSorted());
});

test("a schema of before that lacks a table or a column has the files of the others", () => {
  const tables = [
    { name: "media", columns: ["id", "storage_key"] },
    { name: "garment_photos", columns: ["id", "storage_key"] },
    { name: "fit_images", columns: ["id"] },
  ];
  const statement = storedKeysStatement(tables);
  expect(statement).toContain('from public."media" where true');
  expect(statement).toContain('from public."garment_photos" where true');
  expect(statement).not.toMatch(/fit_images|media_deletions/);
});

test("copied rows name the files that must be there, across chunks, and not those that were removed", () => {
  const keys = createCopiedKeys();
  const rows =
    "1\tmedia/garments/a.webp\tBasted\\tsleeve\t\\N\n2\tmedia/garments/b.webp\t\t2026-01-05\n";
  keys.receive("garment_photos", Buffer.from(rows.slice(0, 20)));
  keys.receive("garment_photos", Buffer.from(rows.slice(20)));
  keys.receive("media", Buffer.from("media/c.webp\n"));
  keys.receive("media_deletions", Buffer.from("media/d.webp\n"));
  keys.receive("orders", Buffer.from("media/e.webp\n"));
  const columns = ["id", "storage_key", "caption", "removed_at"];
  const tables = [
    { name: "garment_photos", columns },
    { name: "media", columns: ["storage_key"] },
    { name: "media_deletions", columns: ["storage_key"] },
    { name: "orders", columns: ["storage_key"] },
  ];
  expect(keys.list(tables)).toEqual(["media/c.webp", "media/garments/a.webp"]);
});
