import { once } from "node:events";
import { finished } from "node:stream/promises";
import { Client, escapeIdentifier } from "pg";
import type { CopyStreamQuery } from "pg-copy-streams";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import type { Migration } from "#db/migrate.server.ts";
import {
  applyMigrations,
  namesMadeBy,
  readMigrations,
  requireKnownSchema,
  splitHistory,
} from "#db/migrate.server.ts";
import { storedKeysStatement } from "#db/stored-files.server.ts";

export type ReceiveChunk = (table: string, chunk: Buffer) => Promise<void>;

const LOCK_PATIENCE = "20s";

/** Opens one COPY per table with its first chunk, and closes it with the next table's. */
function createCopier(client: Client, dump: Dump) {
  const loaded = new Map<string, number>();
  let open: { table: string; stream: CopyStreamQuery; done: Promise<void> } | null = null;

  async function close(): Promise<void> {
    if (!open) return;
    open.stream.end();
    await open.done;
    loaded.set(open.table, open.stream.rowCount);
    open = null;
  }

  async function openFor(table: string): Promise<CopyStreamQuery> {
    await close();
    const columns = dump.tables.find(({ name }) => name === table)?.columns;
    if (!columns || loaded.has(table)) {
      throw new AppError("database", `The backup's table ${table} is out of place`);
    }
    const list = columns.map((column) => escapeIdentifier(column)).join(", ");
    const stream = client.query(copyFrom(`copy ${quote(table)} (${list}) from stdin`));
    const done = finished(stream);
    // Callers of write and close receive the error.
    done.catch(() => undefined);
    open = { table, stream, done };
    return stream;
  }

  const receive: ReceiveChunk = async (table, chunk) => {
    const stream = open?.table === table ? open.stream : await openFor(table);
    if (!stream.write(chunk)) await once(stream, "drain");
  };
  return { receive, close, loaded };
}

type Suspended = { table: string; name: string; definition: string };

/**
 * Drops foreign keys until all rows are in, so that table order does not matter, and disables triggers, whose
 * rows are in the dump.
 */
async function suspendRules(client: Client, tables: readonly string[]): Promise<Suspended[]> {
  const { rows } = await client.query<Suspended>(
    `select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
       from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype = 'f' and relnamespace = 'public'::regnamespace and relname = any($1)`,
    [tables],
  );
  for (const { table, name } of rows) {
    await client.query(`alter table ${quote(table)} drop constraint ${escapeIdentifier(name)}`);
  }
  for (const table of tables) {
    await client.query(`alter table ${quote(table)} disable trigger user`);
  }
  return rows;
}

async function resumeRules(
  client: Client,
  tables: readonly string[],
  suspended: readonly Suspended[],
): Promise<void> {
  for (const { table, name, definition } of suspended) {
    await client.query(
      `alter table ${quote(table)} add constraint ${escapeIdentifier(name)} ${definition}`,
    );
  }
  for (const table of tables) {
    await client.query(`alter table ${quote(table)} enable trigger user`);
  }
}

function checkRows(dump: Dump, loaded: ReadonlyMap<string, number>): void {
  for (const { name, rows } of dump.tables) {
    const arrived = loaded.get(name) ?? 0;
    if (arrived === rows) continue;
    throw new AppError("database", `Of table ${name} ${arrived} of ${rows} rows arrived`);
  }
}

/**
 * Replaces the database with a dump in the caller's transaction: creates the tables of its version, fills
 * them with `fill` and migrates. Throws AppError('database') for a missing row; the caller rolls back.
 */
export async function loadDump(
  client: Client,
  dump: Dump,
  fill: (receive: ReceiveChunk) => Promise<void>,
): Promise<void> {
  const history = splitHistory(dump.schema);
  if (!history.ok) throw new AppError("database", `Unknown schema ${dump.schema.tag}`);
  // Fails with the other user's name instead of waiting for ever.
  await client.query(`set local lock_timeout to '${LOCK_PATIENCE}'`);
  await dropShop(client);
  await applyMigrations(client, history.value.past);
  const tables = (await listShopTables(client)).map(({ name }) => name);
  const suspended = await suspendRules(client, tables);
  // A migration may have inserted rows of the dump.
  await client.query(`truncate ${tables.map(quote).join(", ")}`);
  const copier = createCopier(client, dump);
  await fill(copier.receive);
  await copier.close();
  checkRows(dump, copier.loaded);
  for (const { name, value } of dump.sequences) {
    await client.query("select setval($1::regclass, $2::bigint)", [quote(name), value]);
  }
  await resumeRules(client, tables, suspended);
  await applyMigrations(client, history.value.future);
}

/** Approximate, so that no table must fit into memory. */
const CHUNK_BYTES = 4_000_000;

/** A snapshot holds the shop's tables at one moment. */
export type Snapshot = {
  tables: ShopTable[];
  /** The keys of all files that must be in the storage, in order. */
  listStorageKeys(): Promise<string[]>;
  /** A row of site_settings; null without one. */
  findSetting(name: string): Promise<unknown>;
  /** All rows as text chunks; resolves with the dump's description. */
  copyOut(receive: (table: string, chunk: Buffer) => Promise<void>): Promise<Dump>;
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
  receive: (chunk: Buffer) => Promise<void>,
): Promise<number> {
  const list = columns.map((column) => escapeIdentifier(column)).join(", ");
  const rows = client.query(copyTo(`copy public.${escapeIdentifier(name)} (${list}) to stdout`));
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    held.push(chunk);
    size += chunk.length;
    if (size < CHUNK_BYTES) continue;
    await receive(Buffer.concat(held));
    held = [];
    size = 0;
  }
  if (size > 0) await receive(Buffer.concat(held));
  // Waits for the server's row count, sent after the last row.
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

/** Reads a row of site_settings; null without one. */
export async function findSetting(client: Client, name: string): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(
    "select setting_value as value from site_settings where setting_name = $1",
    [name],
  );
  return rows[0]?.value ?? null;
}

/** Fixes the moment on its own connection. Throws AppError('configuration') without a shop of a known version. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = new Client({ connectionString: url, application_name: "atelier-backup" });
  // A lost connection fails the running query; unhandled, the event would end the process.
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
        const { rows } = await client.query<{ key: string }>(storedKeysStatement(tables));
        return rows.map(({ key }) => key).sort();
      },
      findSetting: (name) => findSetting(client, name),
      async copyOut(receive) {
        const described: Dump["tables"] = [];
        for (const table of tables) {
          const rows = await copyTable(client, table, (chunk) => receive(table.name, chunk));
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

type ShopTable = { name: string; columns: string[] };

const quote = (name: string) => `public.${escapeIdentifier(name)}`;

/** Lists the shop's tables by name; tables of others are ignored. */
export async function listShopTables(client: Client): Promise<ShopTable[]> {
  const { rows } = await client.query<ShopTable>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any($1)
        and attnum > 0 and not attisdropped and attgenerated = ''
      group by relname order by relname`,
    [namesMadeBy(readMigrations()).tables],
  );
  return rows;
}

/** Whether any table holds a row, beside the content version. */
export async function holdsShop(client: Client): Promise<boolean> {
  const tables = (await listShopTables(client)).filter(({ name }) => name !== "content_version");
  if (tables.length === 0) return false;
  const questions = tables.map(({ name }) => `exists (select from ${quote(name)})`);
  const { rows } = await client.query<{ held: boolean }>(
    `select ${questions.join(" or ")} as held`,
  );
  return rows[0]?.held === true;
}

/**
 * Drops everything migrations and the job queue made, in the caller's transaction. Extensions and foreign
 * objects stay. Fails when one depends on a table.
 */
export async function dropShop(client: Client): Promise<void> {
  const tables = (await listShopTables(client)).map(({ name }) => quote(name));
  if (tables.length > 0) await client.query(`drop table ${tables.join(", ")}`);
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
      where pronamespace = 'public'::regnamespace and proname = any($1)`,
    [namesMadeBy(readMigrations()).functions],
  );
  const functions = rows.map(({ signature }) => signature);
  if (functions.length > 0) await client.query(`drop function ${functions.join(", ")}`);
  await client.query("drop schema if exists drizzle cascade");
  await client.query("drop schema if exists pgboss cascade");
}

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

export const dumpSchema = z.object({
  /** The newest migration. */
  schema: z.object({ tag: z.string(), when: z.number().int(), hash: z.string() }),
  tables: z.array(
    z.object({ name, columns: z.array(name).min(1), rows: z.number().int().nonnegative() }),
  ),
  sequences: z.array(z.object({ name, value: z.string().regex(/^-?\d+$/) })),
});

export type Dump = z.infer<typeof dumpSchema>;

/** Dumped without rows: sessions, confirmations, resets and rate limits must not revive. */
export const TABLES_LEFT_OUT: readonly string[] = [
  "sessions",
  "verifications",
  "password_reset_requests",
  "rate_limits",
];

/** Removes statement timeouts and fixes text formats. */
export async function prepareSession(client: Client): Promise<void> {
  await client.query(
    `select set_config(name, '0', false) from pg_settings
      where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`,
  );
  await client.query(
    "set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set timezone to 'UTC'; set bytea_output to 'hex'",
  );
}
