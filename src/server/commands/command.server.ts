import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { AppError } from "#core/app-error.ts";
import { readPidFile } from "#db/embedded/server-process.server.ts";
import { ownerUrlOf, startEmbeddedDatabase } from "#db/embedded.server.ts";
import type { InstanceLock } from "#db/instance-lock.server.ts";
import { tryInstanceLock } from "#db/instance-lock.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { findDatabasePassword, loadDatabasePassword } from "#platform/database-password.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Secrets } from "#platform/secrets.server.ts";
import { loadSecrets } from "#platform/secrets.server.ts";
import { settleRestore } from "../backup/stage.server.ts";
import type { Shutdown } from "../start/shutdown.server.ts";

type ReachedDatabase = { url: string; secrets: Secrets };

const RETRY_MS = 100;
/** A shop may be starting, stopping or recovering. */
const PATIENCE_MS = 60_000;

async function results(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Null when no database responds. */
async function findRunning(dataDir: string, password: string): Promise<string | null> {
  const file = await readPidFile(join(dataDir, "postgres"));
  if (file?.status !== "ready") return null;
  const url = ownerUrlOf(password, file);
  return (await results(url)) ? url : null;
}

async function startOwn(context: CommandContext, lock: InstanceLock): Promise<ReachedDatabase> {
  const { env, logger, closing } = context;
  closing.add("instance lock", () => lock.release());
  await settleRestore(env.DATA_DIR);
  const secrets = await loadSecrets(env);
  const password = await loadDatabasePassword(env.DATA_DIR);
  const database = await startEmbeddedDatabase({ dataDir: env.DATA_DIR, password, log: logger });
  closing.add("embedded database", () => database.stop());
  return { url: database.url, secrets };
}

/**
 * Connects a command to the database: DATABASE_URL, a running shop's server, or one started for it. Throws
 * AppError('configuration') when DATA_DIR holds no shop.
 */
export async function reachDatabase(context: CommandContext): Promise<ReachedDatabase> {
  const { env } = context;
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, secrets: await loadSecrets(env) };
  if (!existsSync(env.DATA_DIR)) throw noShop(env.DATA_DIR);
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const lock = tryInstanceLock(env.DATA_DIR);
    if (lock) {
      if (existsSync(join(env.DATA_DIR, "postgres"))) return startOwn(context, lock);
      lock.release();
      throw noShop(env.DATA_DIR);
    }
    const password = await findDatabasePassword(env.DATA_DIR);
    const url = password && (await findRunning(env.DATA_DIR, password));
    if (url) return { url, secrets: await loadSecrets(env) };
    await wait(RETRY_MS);
  }
  throw new AppError(
    "configuration",
    `The shop in ${env.DATA_DIR} is running, but its database does not answer.`,
  );
}

function noShop(dataDir: string): AppError {
  return new AppError(
    "configuration",
    `There is no shop in ${dataDir}: say where it is with DATA_DIR, or start it once with 'npm start'.`,
  );
}

export type CommandContext = {
  env: Env;
  clock: Clock;
  logger: Logger;
  closing: Shutdown;
  say(line: string): void;
};

/** Returns the exit code. */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

export function readArguments(args: readonly string[]): {
  args: string[];
  switches: ReadonlySet<string>;
} {
  return {
    args: args.filter((arg) => !arg.startsWith("--")),
    switches: new Set(args.filter((arg) => arg.startsWith("--")).map((arg) => arg.slice(2))),
  };
}
