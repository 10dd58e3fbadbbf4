import { Client } from "pg";

/**
 * Runs work while holding a lock that all processes on one database share, on a connection of its own; others wait. The
 * lock goes when the connection does, also after a crash.
 */
export async function withAdvisoryLock<Value>(
  url: string,
  key: number,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = new Client({ connectionString: url });
  // A connection lost meanwhile fails the running query; the event itself would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1)", [key]);
    return await work(client);
  } finally {
    await client.end();
  }
}
