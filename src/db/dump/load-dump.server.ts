import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { Client } from "pg";
import { escapeIdentifier } from "pg";
import type { CopyStreamQuery } from "pg-copy-streams";
import { from as copyFrom } from "pg-copy-streams";
import { AppError } from "#core/app-error.ts";
import { applyMigrations, splitHistory } from "../migration-history.server.ts";
import type { Dump } from "./dump.server.ts";
import { dropShop, listShopTables } from "./shop-tables.server.ts";

/** Takes the pieces of a dump's tables, table after table. */
export type ReceiveChunk = (table: string, piece: Buffer) => Promise<void>;

const LOCK_PATIENCE = "20s";

const quote = (name: string) => `public.${escapeIdentifier(name)}`;

/** One COPY a table, opened by its first piece and closed by the next table's. */
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
    // Whoever writes or closes hears of it.
    done.catch(() => undefined);
    open = { table, stream, done };
    return stream;
  }

  const take: ReceiveChunk = async (table, piece) => {
    const stream = open?.table === table ? open.stream : await openFor(table);
    if (!stream.write(piece)) await once(stream, "drain");
  };
  return { take, close, loaded };
}

type Suspended = { table: string; name: string; definition: string };

/**
 * Foreign keys are taken away and put back over the whole, so that no order of tables matters; triggers keep still, because the rows
 * they would write are in the dump themselves.
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
 * Makes the database the one of the dump, inside the caller's transaction: what was there goes, the tables are made as they were
 * then, filled by `fill` and brought to the newest schema. Throws AppError('database') when a row is missing; the caller rolls back.
 */
export async function loadDump(
  client: Client,
  dump: Dump,
  fill: (take: ReceiveChunk) => Promise<void>,
): Promise<void> {
  const history = splitHistory(dump.schema);
  if (!history.ok) throw new AppError("database", `Unknown schema ${dump.schema.tag}`);
  // Whoever still uses the tables is named by the error instead of being waited for without end.
  await client.query(`set local lock_timeout to '${LOCK_PATIENCE}'`);
  await dropShop(client);
  await applyMigrations(client, history.value.past);
  const tables = (await listShopTables(client)).map(({ name }) => name);
  const suspended = await suspendRules(client, tables);
  // A migration may have written rows of its own; the dump has them as they became.
  await client.query(`truncate ${tables.map(quote).join(", ")}`);
  const copier = createCopier(client, dump);
  await fill(copier.take);
  await copier.close();
  checkRows(dump, copier.loaded);
  for (const { name, value } of dump.sequences) {
    await client.query("select setval($1::regclass, $2::bigint)", [quote(name), value]);
  }
  await resumeRules(client, tables, suspended);
  await applyMigrations(client, history.value.future);
}
