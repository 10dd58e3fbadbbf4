import { z } from "zod";
import { dumpSchema } from "#db/dump/dump.server.ts";

/** Rises when an older shop could not read what a newer one writes. */
export const FORMAT = 1;

/** The first entry: what tells a backup of the shop from any other archive before the rest is read. */
export const LABEL_ENTRY = "demerara-atelier-backup.json";

/** The last entry: a backup without it was cut off. */
export const MANIFEST_ENTRY = "manifest.json";

/** The keys of an embedded shop, without which encrypted settings cannot be read. */
export const SECRETS_ENTRY = "secrets.json";

const UPLOADS = "uploads/";
const DATABASE = "database/";

export const labelSchema = z.object({ format: z.number().int().positive() });

const entrySchema = z.object({
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** One file of a backup as the manifest vouches for it. */
export type ManifestEntry = z.infer<typeof entrySchema>;

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  dump: dumpSchema,
  entries: z.array(entrySchema),
  /** Files the tables speak of which the shop itself no longer had. */
  lostFiles: z.array(z.string()),
  /** Files that were copied and then deleted in the shop before the tables were: not brought back. */
  deletedFiles: z.array(z.string()),
  /** Tells whether a shop has the key with which secret settings were encrypted, and nothing about the key. */
  settingsKeyMark: z.string(),
});

/** What a backup holds, written last. */
export type Manifest = z.infer<typeof manifestSchema>;

export const secretsSchema = z.object({ authSecret: z.string(), settingsKey: z.string() });

/** Where in the backup a stored file lies. */
export const entryOfUpload = (key: string) => UPLOADS + key;

/** Where in the backup a piece of a table lies; pieces are read in the order in which they were written. */
export const entryOfTable = (table: string, place: number) =>
  `${DATABASE}${table}/${String(place).padStart(5, "0")}.copy`;

/** What an entry of a backup is, by its name. */
export type EntryKind =
  | { kind: "upload"; key: string }
  | { kind: "table"; table: string }
  | { kind: "other" };

/** Reads an entry's name. */
export function readEntryName(name: string): EntryKind {
  if (name.startsWith(UPLOADS)) return { kind: "upload", key: name.slice(UPLOADS.length) };
  const table = new RegExp(`^${DATABASE}([a-z0-9_]+)/\\d+\\.copy$`).exec(name)?.[1];
  return table === undefined ? { kind: "other" } : { kind: "table", table };
}

/** What a person recognizes a backup by. */
export function countContents(manifest: Manifest) {
  const rowsOf = (table: string) =>
    manifest.dump.tables.find(({ name }) => name === table)?.rows ?? 0;
  return {
    products: rowsOf("products"),
    orders: rowsOf("orders"),
    accounts: rowsOf("profiles"),
    pictures:
      manifest.entries.filter(({ name }) => name.startsWith(UPLOADS)).length -
      manifest.deletedFiles.length,
  };
}
