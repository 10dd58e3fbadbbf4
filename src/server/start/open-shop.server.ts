import type { Worker } from "node:cluster";
import cluster from "node:cluster";
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "#core/app-error.ts";
import { acquireInstanceLock } from "#db/instance-lock.server.ts";
import { readEnv } from "#platform/env.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { settleRestore } from "../backup/stage.server.ts";
import { cacheModuleResolution } from "./cache-module-resolution.server.ts";
import { launchDatabase } from "./launch-database.server.ts";
import { chooseListening, choosePort } from "./listen.server.ts";
import type { ProcessOptions } from "./serve.server.ts";
import type { Shutdown } from "./shutdown.server.ts";
import { createShutdown, shutdownOnSignals } from "./shutdown.server.ts";

/** Database and demo images. */
const NEW_SHOP_MB = 200;
/** For recovery and the first orders. */
const OLD_SHOP_MB = 32;
const BYTES_PER_MB = 1_000_000;

/**
 * Requires 200 MB for a new shop, 32 MB for an existing one, and writes nothing. Throws
 * AppError('configuration') with the sizes.
 */
async function requireFreeSpace(dataDir: string): Promise<void> {
  let folder = dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
  const needed = existsSync(join(dataDir, "postgres")) ? OLD_SHOP_MB : NEW_SHOP_MB;
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / BYTES_PER_MB);
  if (free >= needed) return;
  throw new AppError(
    "configuration",
    `DATA_DIR: only ${free} MB are free on the disk of ${folder}, and the shop needs ${needed} MB to start. Free some space; nothing was changed.`,
  );
}

/** A process that dies at once is restarted after a pause. */
const RESTART_PAUSE_MS = 1_000;

/** Starts and replaces serving processes. Resolves when the first listens. */
async function runWorkers(options: {
  count: number;
  port: number;
  logger: Logger;
  closing: Shutdown;
}): Promise<void> {
  const { count, port, logger, closing } = options;
  // Connections handed over by the parent would hang when their process is killed (ADR 0035).
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const start = () => cluster.fork({ PORT: String(port) });
  let closed = false;
  const ended = (worker: Worker) =>
    new Promise<void>((resolve) =>
      worker.isDead() ? resolve() : worker.once("exit", () => resolve()),
    );

  cluster.on("exit", async (worker, code, signal) => {
    if (closed) return;
    logger.error({ worker: worker.id, code, signal }, "a serving process ended; starting another");
    await wait(RESTART_PAUSE_MS);
    if (!closed) start();
  });
  closing.add("serving processes", async () => {
    closed = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    for (const worker of workers) worker.process.kill("SIGTERM");
    await Promise.all(workers.map(ended));
  });
  const listening = new Promise<void>((resolve, reject) => {
    cluster.once("listening", () => resolve());
    cluster.once("exit", () => {
      reject(new AppError("internal", "The serving processes end at once: their reason is above."));
    });
  });
  for (let started = 0; started < count; started += 1) start();
  await listening;
}

/** One process, or a parent that prepares the database; false in workers, which print nothing. */
async function runProcesses(options: ProcessOptions & { port: number }): Promise<boolean> {
  // Late: errors appear at once and the database starts meanwhile.
  const { prepareShop, serveShop } = await import("./serve.server.ts");
  const count = options.env.WEB_CONCURRENCY;
  if (count > 1 && cluster.isPrimary) {
    const preparing = createShutdown(options.logger);
    await prepareShop({ ...options, closing: preparing }).finally(preparing.run);
    await runWorkers({ ...options, count });
    return true;
  }
  await serveShop(options);
  return count === 1;
}

/** Opens one process, or several by WEB_CONCURRENCY. Rejects before anything is written. */
export async function openShop(): Promise<void> {
  const env = readEnv();
  const logger = createLogger(env.LOG_LEVEL);
  const closing = createShutdown(logger);
  shutdownOnSignals(closing, logger);
  try {
    // Serving processes share the parent's port.
    const listening = chooseListening(env);
    const port = cluster.isPrimary ? await choosePort(env.PORT, listening.host) : env.PORT;
    const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, "");
    if (!env.DATABASE_URL) {
      await requireFreeSpace(env.DATA_DIR);
      const lock = await acquireInstanceLock(env.DATA_DIR);
      closing.add("instance lock", () => lock.release());
      await settleRestore(env.DATA_DIR);
    }
    const database = await launchDatabase(env, logger, closing);
    const forget = cacheModuleResolution();
    const options = { env, port, publicUrl, listening, logger, closing, database };
    const speaks = await runProcesses(options).finally(forget);
    const note = listening.reason ? ` (${listening.reason})` : "";
    if (speaks) console.log(`Demerara Atelier is open at ${publicUrl}${note}`);
  } catch (error) {
    await closing.run();
    throw error;
  }
}
