import { sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";

/**
 * Reads a database's content again only after a statement wrote to one of its tables, so that a test can compare it before and
 * after each request. Every table but those in `except` counts its writes, also those that are undone.
 */
export async function watchContent<Content>(
  db: Database,
  read: () => Promise<Content>,
  { except = [] }: { except?: readonly string[] } = {},
): Promise<() => Promise<Content>> {
  await db.execute(sql`create sequence counted_writes`);
  await db.execute(sql`
    create function count_write() returns trigger language plpgsql as
    $$ begin perform nextval('counted_writes'); return null; end $$`);
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  for (const { name } of tables.filter((table) => !except.includes(table.name))) {
    await db.execute(sql`
      create trigger count_write after insert or update or delete or truncate
      on ${sql.identifier(name)} for each statement execute function count_write()`);
    await db.execute(sql`alter table ${sql.identifier(name)} enable always trigger count_write`);
  }
  let known: { writes: string; content: Content } | null = null;
  return async () => {
    const { rows } = await db.execute<{ writes: string }>(
      sql`select last_value || ' ' || is_called as writes from counted_writes`,
    );
    const writes = rows[0]?.writes ?? "";
    if (known?.writes !== writes) known = { writes, content: await read() };
    return known.content;
  };
}
