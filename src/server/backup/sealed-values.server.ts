import { getTableName } from "drizzle-orm";
import { SEALED_COLUMNS } from "../start/sealed-columns.server.ts";
import { readArchive, readEntryName, SEALED_KEYS_ENTRY } from "./archive.server.ts";

const SEALED_TABLES: ReadonlySet<string> = new Set(
  SEALED_COLUMNS.map(({ table }) => getTableName(table)),
);

/** A whole field of a row, as Postgres writes jsonb: names by length, then by letters. */
const SEALED_FIELD =
  /(?<=^|[\t\n])\{"tag": "[\w-]+", "text": "[\w-]*", "keyId": "([0-9a-f]{16})", "nonce": "[\w-]+"\}(?=[\t\n])/g;

/** Counts sealed values while the tables of a backup are written or read. */
type SealedValueCounter = {
  /** Takes the chunks of a table in their order. */
  read(table: string, chunk: Buffer): void;
  /** By the id of the measurement key that sealed them. */
  readonly counts: ReadonlyMap<string, number>;
};

/** Reads the tables of the declared sealed columns and none else. */
export function createSealedValueCounter(): SealedValueCounter {
  const counts = new Map<string, number>();
  let rest = { table: "", text: "" };
  return {
    counts,
    read(table, chunk) {
      if (!SEALED_TABLES.has(table)) return;
      // A chunk may end inside a row.
      const begun = rest.table === table ? rest.text : "";
      const text = begun + chunk.toString("latin1");
      const end = text.lastIndexOf("\n") + 1;
      rest = { table, text: text.slice(end) };
      for (const [, keyId = ""] of text.slice(0, end).matchAll(SEALED_FIELD)) {
        counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
      }
    },
  };
}

type SealedInBackup = {
  /** How many values each measurement key has sealed, by the id of the key. */
  counts: ReadonlyMap<string, number>;
  /** Whether a passphrase opens the keys that the backup holds. */
  holdsMeasurementKeys: boolean;
};

/** Reads a whole backup. Throws DamagedArchive, or the system's error. */
export async function countSealedValues(file: string): Promise<SealedInBackup> {
  const counter = createSealedValueCounter();
  let holdsMeasurementKeys = false;
  for await (const { name, bytes } of readArchive(file)) {
    if (name === SEALED_KEYS_ENTRY) holdsMeasurementKeys = true;
    const entry = readEntryName(name);
    if (entry.kind === "table") counter.read(entry.table, bytes);
  }
  return { counts: counter.counts, holdsMeasurementKeys };
}
