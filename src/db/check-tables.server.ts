import { Client } from "pg";

/** Larger tables are read on demand. */
const MAX_READ_BYTES = 256_000_000;

/**
 * Reads the tables, smallest first and at most 256 MB, so that Postgres verifies checksums. Read-only.
 * Rejects with Postgres' error for a damaged page or missing file.
 */
export async function readAllTables(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin read only");
    await client.query("set local enable_indexonlyscan = off");
    await client.query(`do $$
      declare
        each record;
        total bigint := 0;
      begin
        for each in
          select oid::regclass as name, pg_relation_size(oid) as bytes from pg_class
           where relkind = 'r' and relpersistence = 'p' order by 2
        loop
          total := total + each.bytes;
          exit when total > ${MAX_READ_BYTES};
          execute format('select count(*) from only %s', each.name);
        end loop;
      end $$`);
  } finally {
    await client.end();
  }
}
