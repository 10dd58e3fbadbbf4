import type { ClientBase, Pool } from "pg";
import { Client } from "pg";

/** Lists the processes that hold pages in pg_locks ("atel" in ASCII). */
export const PROCESS_LOCK_CLASS = 0x6174656c;

/** All live processes on this database; a lock ends with its connection. */
export async function listLiveProcesses(connection: Pool | ClientBase): Promise<number[]> {
  const { rows } = await connection.query<{ number: string }>(
    `select objid::text as number from pg_locks
      where locktype = 'advisory' and classid = $1::bigint::oid and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())`,
    [PROCESS_LOCK_CLASS],
  );
  return rows.map((row) => Number(row.number));
}

/** Runs work under a lock shared by all processes, on its own connection; others wait. A crash releases it. */
export async function withAdvisoryLock<Value>(
  url: string,
  key: number,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = new Client({ connectionString: url });
  // A lost connection fails the running query; unhandled, the event would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1)", [key]);
    return await work(client);
  } finally {
    await client.end();
  }
}
