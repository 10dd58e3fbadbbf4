import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ensureCluster, findBinaries, findDatabaseUser } from "#db/embedded/cluster.server.ts";
import { OWNER_ROLE, refusesSignIn, setUpRoles } from "#db/embedded/roles.server.ts";
import {
  clearLeftoverServer,
  ServerDidNotStart,
  startServer,
} from "#db/embedded/server-process.server.ts";
import type { Cluster } from "./embedded/cluster.server.ts";
import type { ServerProcess } from "./embedded/server-process.server.ts";
/** `url` is of the owner of the database and stays valid across restarts of the server. */
export type EmbeddedDatabase = { url: string; stop(): Promise<void> };

export type EmbeddedDatabaseLog = {
  error(details: object, message: string): void;
};

const RETRY_MS = 100;
/** A predecessor's last processes end in this time. */
const START_PATIENCE_MS = 15_000;
const RESTART_PAUSE_MS = 500;
const LARGEST_LOG_BYTES = 10_000_000;

/** The settings are durable on a small machine. Each start passes them, so updates apply. */
export const EMBEDDED_SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "50",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  shared_buffers: "128MB",
  effective_cache_size: "512MB",
  max_wal_size: "256MB",
  random_page_cost: "1.1",
  // Compiling and parallel plans cost more than the queries; containers have a tiny /dev/shm.
  jit: "off",
  max_parallel_workers_per_gather: "0",
  io_method: "sync",
  idle_in_transaction_session_timeout: "60s",
  log_checkpoints: "off",
  // Postgres' details of failed statements quote rows; the shop logs them without values.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_line_prefix: "%m [%p] ",
  log_timezone: "UTC",
  timezone: "UTC",
};

async function rotateLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LARGEST_LOG_BYTES) await rename(file, `${file}.1`);
}

/** Accepts a clean or crashed folder; waits for a killed predecessor's processes. */
async function startAfterAnything(
  cluster: Cluster,
  logFile: string,
  options: { port?: number; onLaunched?: (() => void) | undefined } = {},
): Promise<ServerProcess> {
  const deadline = Date.now() + START_PATIENCE_MS;
  for (;;) {
    await clearLeftoverServer(cluster.directory);
    try {
      return await startServer(cluster, {
        settings: EMBEDDED_SETTINGS,
        logFile,
        ...options,
      });
    } catch (error) {
      const passes = error instanceof ServerDidNotStart && error.transient;
      if (!passes || Date.now() >= deadline) throw error;
      await wait(RETRY_MS);
    }
  }
}

/** The owner's URL of a data folder's server. */
export const ownerUrlOf = (password: string, { port }: { port: number }): string =>
  `postgres://${OWNER_ROLE}:${password}@127.0.0.1:${port}/postgres`;

/**
 * Starts a data folder's Postgres, creates it when missing, and restarts it when it ends. The password is the owner's: the folder
 * of an earlier version, or one whose password was lost, gets it once. The caller holds the instance lock. Throws AppError with
 * an instruction for the owner.
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  password: string;
  log: EmbeddedDatabaseLog;
  /** When the process runs, long before it accepts connections. */
  onLaunched?: () => void;
}): Promise<EmbeddedDatabase> {
  const { dataDir, password, log } = options;
  const logFile = join(dataDir, "postgres.log");
  const cluster = {
    directory: join(dataDir, "postgres"),
    binaries: findBinaries(),
    user: await findDatabaseUser(),
  };
  await ensureCluster(cluster, {
    durable: true,
    prepare: (fresh) => setUpRoles(fresh, password),
  });
  await rotateLog(logFile);
  let server = await startAfterAnything(cluster, logFile, { onLaunched: options.onLaunched });
  if (await refusesSignIn(ownerUrlOf(password, server))) {
    await server.stop();
    await setUpRoles(cluster, password);
    server = await startAfterAnything(cluster, logFile, { onLaunched: options.onLaunched });
  }
  let stopping = false;

  async function keepAlive(): Promise<void> {
    for (;;) {
      await server.ended;
      if (stopping) return;
      log.error({ logFile }, "the database ended by itself; restarting it");
      // The pool knows the old port.
      server = await startAfterAnything(cluster, logFile, { port: server.port }).catch(
        async (error) => {
          log.error({ err: error }, "the database could not be restarted; trying again");
          await wait(RESTART_PAUSE_MS);
          return server;
        },
      );
      if (stopping) await server.stop();
    }
  }
  const keeper = keepAlive();

  return {
    url: ownerUrlOf(password, server),
    async stop() {
      stopping = true;
      await server.stop();
      await keeper;
    },
  };
}
