import { randomBytes } from "node:crypto";
import { Pool } from "pg";
import { inject } from "vitest";
import type { DatabaseHandle } from "#db/client.server.ts";
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
