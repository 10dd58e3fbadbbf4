import { Client } from "pg";

/** A larger table is read when a page asks for it. */
const MAX_READ_BYTES = 256_000_000;

/**
 * Reads every page of the tables, the smallest first and at most 256 MB in all, so that Postgres compares their
 * checksums. Writes nothing. Rejects with Postgres' own error for a damaged page or a missing file.
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
