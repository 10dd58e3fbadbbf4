import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { Pool } from "pg";
import { inject, vi } from "vitest";
import type { DatabaseHandle, Queryable } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";

const TEMPLATE = "template_shop";

/** `await using` drops it. */
export type TestDatabase = DatabaseHandle & AsyncDisposable & { url: string };

let maintenance: Pool | undefined;

/** A new connection costs half a database. */
function maintenancePool(): Pool {
  if (maintenance) return maintenance;
  maintenance = new Pool({
    connectionString: inject("maintenanceUrl"),
    max: 1,
    allowExitOnIdle: true,
  });
  maintenance.on("error", () => undefined);
  return maintenance;
}

/** Migrated and empty. Copying the template's files takes half of Postgres's default. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await maintenancePool().query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  const url = new URL(inject("maintenanceUrl"));
  url.pathname = `/${name}`;
  const handle = openDatabase({ url: url.href, maxConnections: 10 });
  let closed: Promise<void> | null = null;
  const drop = async () => {
    await handle.close();
    await maintenancePool().query(`drop database if exists ${name} with (force)`);
  };
  const close = () => {
    closed ??= drop();
    return closed;
  };
  return { ...handle, url: url.href, close, [Symbol.asyncDispose]: close };
}

/** Resolves once at least so many statements of this database wait for a lock, each for `longerThanMs`. */
export async function untilLocksAwaited(
  db: Queryable,
  { count, longerThanMs = 0 }: { count: number; longerThanMs?: number },
): Promise<void> {
  await vi.waitFor(
    async () => {
      // A transaction sees one moment of the activity until that is cleared.
      await db.execute(sql`select pg_stat_clear_snapshot()`);
      const { rows } = await db.execute<{ waiting: number }>(
        sql`select count(*)::integer as waiting from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'
               and clock_timestamp() - query_start >= ${longerThanMs} * interval '1 millisecond'`,
      );
      const waiting = rows[0]?.waiting ?? 0;
      if (waiting < count) throw new Error(`${waiting} of ${count} statements wait for a lock`);
    },
    { timeout: 20_000, interval: 5 },
  );
}
