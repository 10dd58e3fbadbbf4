import { sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";

/** Every write of the table fails as Postgres says it on a full disk (SQLSTATE 53100), until `empty`. */
export async function fillDiskAt(db: Database, table: string) {
  await db.execute(sql`
    create or replace function disk_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await db.execute(sql`
    create trigger full_disk before insert or update on ${sql.identifier(table)}
    for each row execute function disk_full()`);
  return {
    async empty(): Promise<void> {
      await db.execute(sql`drop trigger full_disk on ${sql.identifier(table)}`);
    },
  };
}
