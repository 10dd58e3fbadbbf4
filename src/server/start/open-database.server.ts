import type { Pool } from "pg";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { startEmbeddedDatabase } from "#db/embedded.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Secrets } from "#platform/secrets.server.ts";
import { loadSecrets } from "#platform/secrets.server.ts";
import type { Closing } from "./closing.server.ts";

/** Connections of the pool; a process on the embedded server shares its 50 with the queue and the content watch. */
const MAX_CONNECTIONS = 20;

/** The database as the process holds it. */
export type OpenedDatabase = { url: string; db: Database; pool: Pool; secrets: Secrets };

async function findUrl(
  env: Env,
  secrets: Secrets,
  logger: Logger,
  closing: Closing,
): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const embedded = await startEmbeddedDatabase({
    dataDir: env.DATA_DIR,
    password: secrets.databasePassword ?? "",
    log: logger,
  });
  closing.add("embedded database", () => embedded.stop());
  return embedded.url;
}

/**
 * Opens the database DATABASE_URL names, or starts the embedded one (architecture.md). Throws AppError with one line.
 */
export async function openShopDatabase(
  env: Env,
  logger: Logger,
  closing: Closing,
): Promise<OpenedDatabase> {
  const secrets = await loadSecrets(env);
  const url = await findUrl(env, secrets, logger, closing);
  const handle = openDatabase({ url, maxConnections: MAX_CONNECTIONS });
  closing.add("database connections", () => handle.close());
  return { url, db: handle.db, pool: handle.pool, secrets };
}
