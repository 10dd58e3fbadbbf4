import { statfs } from "node:fs/promises";
import { Pool } from "pg";

/** Postgres extends its log by 16 MB and stops with less. */
const FULL_DISK_BYTES = 16_000_000;
const MAX_WAIT_MS = 1_500;

/** Whether the shop can serve and save. */
export type Readiness = {
  /** Why not ready, or null. At most one check at a time. */
  findFault(): Promise<string | null>;
  close(): Promise<void>;
};

async function findDatabaseFault(pool: Pool): Promise<string | null> {
  try {
    const { rows } = await pool.query<{ is_read_only: boolean }>(
      "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only",
    );
    return rows[0]?.is_read_only ? "database read-only" : null;
  } catch {
    return "database away";
  }
}

/** A missing folder: files are stored elsewhere. */
async function isFull(directory: string): Promise<boolean> {
  const disk = await statfs(directory).catch(() => null);
  return disk !== null && disk.bavail * disk.bsize < FULL_DISK_BYTES;
}

/** Asks on a connection of its own, which never waits behind pages. */
export function createReadiness(options: { url: string; dataDir: string }): Readiness {
  const pool = new Pool({
    connectionString: options.url,
    max: 1,
    connectionTimeoutMillis: MAX_WAIT_MS,
    query_timeout: MAX_WAIT_MS,
    statement_timeout: MAX_WAIT_MS,
    application_name: "atelier-readiness",
  });
  pool.on("error", () => undefined);
  let checking: Promise<string | null> | null = null;

  async function check(): Promise<string | null> {
    if (await isFull(options.dataDir)) return "disk full";
    return findDatabaseFault(pool);
  }

  return {
    findFault() {
      checking ??= check().finally(() => {
        checking = null;
      });
      return checking;
    },
    close: () => pool.end(),
  };
}
