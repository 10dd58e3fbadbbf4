import { Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { AppError } from "#core/app-error.ts";
import type { Migration } from "../migration-history.server.ts";
import { requireKnownSchema } from "../migration-history.server.ts";
import type { Dump } from "./dump.server.ts";
import { TABLES_LEFT_OUT } from "./dump.server.ts";
import { prepareSession } from "./dump-session.server.ts";
import type { ShopTable } from "./shop-tables.server.ts";
import { listShopTables } from "./shop-tables.server.ts";

/** Rows are handed on in pieces of about this size, so that no table has to fit into memory. */
const PIECE_BYTES = 4_000_000;

/** The shop's tables at one moment, however long reading them takes and whatever is written meanwhile. */
export type Snapshot = {
  tables: ShopTable[];
  /** The files that the rows of this moment speak of. */
  listStorageKeys(): Promise<string[]>;
  /** Gives every row of every table as text in pieces, and describes the whole when the last was taken. */
  copyOut(take: (table: string, piece: Buffer) => Promise<void>): Promise<Dump>;
  close(): Promise<void>;
};

async function findSchema(client: Client): Promise<Migration> {
  const schema = await requireKnownSchema(client);
  if (!schema) throw new AppError("configuration", "There is no shop in this database.");
  return schema;
}

async function copyTable(
  client: Client,
  { name, columns }: ShopTable,
  take: (piece: Buffer) => Promise<void>,
): Promise<number> {
  const list = columns.map((column) => escapeIdentifier(column)).join(", ");
  const rows = client.query(copyTo(`copy public.${escapeIdentifier(name)} (${list}) to stdout`));
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    held.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    await take(Buffer.concat(held));
    held = [];
    size = 0;
  }
  if (size > 0) await take(Buffer.concat(held));
  // The server tells the number of rows after the last of them; whatever is asked next is answered later.
  await client.query("select");
  return rows.rowCount;
}

async function listSequences(client: Client): Promise<Dump["sequences"]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return rows;
}

/** Opens a connection of its own and fixes the moment. Throws AppError('configuration') where there is no shop that this version knows. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = new Client({ connectionString: url, application_name: "atelier-backup" });
  // A connection lost meanwhile fails the running query; the event itself would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await prepareSession(client);
    await client.query("begin isolation level repeatable read read only");
    const { tag, when, hash } = await findSchema(client);
    const tables = (await listShopTables(client)).filter(
      ({ name }) => !TABLES_LEFT_OUT.includes(name),
    );
    return {
      tables,
      async listStorageKeys() {
        const { rows } = await client.query<{ key: string }>(
          "select storage_key as key from media order by storage_key",
        );
        return rows.map(({ key }) => key);
      },
      async copyOut(take) {
        const described: Dump["tables"] = [];
        for (const table of tables) {
          const rows = await copyTable(client, table, (piece) => take(table.name, piece));
          described.push({ ...table, rows });
        }
        return {
          schema: { tag, when, hash },
          tables: described,
          sequences: await listSequences(client),
        };
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
