import { randomBytes } from "node:crypto";
import { Pool } from "pg";
import type { DatabaseHandle } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { PROGRAM_ROLE } from "#db/program-role.server.ts";
import type { PreparedRun } from "./prepared-run.ts";
import { TEMPLATE, urlOfDatabase } from "./prepared-run.ts";

/** A clone of the prepared database, which belongs to one shop. */
export type ShopDatabase = {
  /** Signs in as the shop does. */
  programUrl: string;
  /** For tests, which may write everything. */
  open(): DatabaseHandle;
  drop(): Promise<void>;
};

const pools = new Map<string, Pool>();

/** A new connection costs half a database. */
function maintenancePool({ maintenanceUrl }: PreparedRun): Pool {
  const known = pools.get(maintenanceUrl);
  if (known) return known;
  const pool = new Pool({ connectionString: maintenanceUrl, max: 1, allowExitOnIdle: true });
  pool.on("error", () => undefined);
  pools.set(maintenanceUrl, pool);
  return pool;
}

/** Rows get the time of the shop's clock where the database writes it. */
const SHIFT_DEFAULTS = `
  do $$
  declare found record;
  begin
    for found in
      select attrelid::regclass as shifted_table, attname as shifted_column
        from pg_attrdef
        join pg_attribute on attrelid = adrelid and attnum = adnum
        join pg_class on pg_class.oid = adrelid
       where relnamespace = 'public'::regnamespace and pg_get_expr(adbin, adrelid) = 'now()'
    loop
      execute format('alter table %s alter column %I set default now() + interval ''SHIFT milliseconds''',
        found.shifted_table, found.shifted_column);
    end loop;
  end $$`;

/** Clones the prepared database. `shiftMs` is how far the shop's clock is ahead of the machine's. */
export async function cloneDatabase(run: PreparedRun, shiftMs: number): Promise<ShopDatabase> {
  const pool = maintenancePool(run);
  const name = `shop_${randomBytes(8).toString("hex")}`;
  // Copying the template's files takes half of Postgres's default.
  await pool.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  // Privileges on a database itself are not cloned.
  await pool.query(`grant create on database ${name} to ${PROGRAM_ROLE}`);
  const url = urlOfDatabase(run.maintenanceUrl, name);
  const open = () => openDatabase({ url, maxConnections: 4 });
  if (shiftMs !== 0) {
    const { pool: own, close } = open();
    await own.query(SHIFT_DEFAULTS.replace("SHIFT", String(shiftMs)));
    await close();
  }
  return {
    programUrl: urlOfDatabase(run.programUrl, name),
    open,
    drop: async () => {
      await pool.query(`drop database ${name} with (force)`);
    },
  };
}
