import type { Client } from "pg";
import { escapeIdentifier } from "pg";
import { namesMadeBy, readMigrations } from "../migration-history.server.ts";

/** A table of the shop as it stands in the database, with the columns that can be written. */
export type ShopTable = { name: string; columns: string[] };

const quote = (name: string) => `public.${escapeIdentifier(name)}`;

/** The tables of the shop that this database has, in the order of their names; what else lives in its schema is not the shop's. */
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

/** Whether any table of the shop holds a row; a database that was only migrated holds nothing but its content version. */
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
 * Removes everything the migrations and the job queue made, inside the caller's transaction; extensions and whatever does not belong
 * to the shop stay. Fails when something foreign depends on a table of the shop.
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
