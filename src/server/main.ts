import cluster from "node:cluster";
import { acquireInstanceLock } from "#db/instance-lock.server.ts";
import { readEnv } from "#platform/env.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { settleRestore } from "./backup/stage.server.ts";
import { cacheModuleResolution } from "./start/cache-module-resolution.server.ts";
import { launchDatabase } from "./start/launch-database.server.ts";
import { choosePort } from "./start/listen.server.ts";
import type { ProcessOptions } from "./start/serve.server.ts";
import { createShutdown } from "./start/shutdown.server.ts";
import { printStartupError, shutdownOnSignals } from "./start/shutdown-signals.server.ts";
import { runWorkers } from "./start/workers.server.ts";

/** One process that serves, or a parent that prepares the database for processes that do; false in those, which stay silent. */
async function runProcesses(options: ProcessOptions & { port: number }): Promise<boolean> {
  // Loaded only now: whoever may not run is told so at once, and the database gets ready meanwhile.
  const { prepareShop, serveShop } = await import("./start/serve.server.ts");
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

/** Opens the shop: one process, or with WEB_CONCURRENCY several. */
async function openShop(): Promise<void> {
  const env = readEnv();
  const logger = createLogger(env.LOG_LEVEL);
  const closing = createShutdown(logger);
  shutdownOnSignals(closing, logger);
  try {
    const port = await choosePort(env.PORT);
    const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, "");
    if (!env.DATABASE_URL) {
      const lock = await acquireInstanceLock(env.DATA_DIR);
      closing.add("instance lock", () => lock.release());
      await settleRestore(env.DATA_DIR);
    }
    const database = await launchDatabase(env, logger, closing);
    const forget = cacheModuleResolution();
    const options = { env, port, publicUrl, logger, closing, database };
    const speaks = await runProcesses(options).finally(forget);
    if (speaks) console.log(`Demerara Atelier is open at ${publicUrl}`);
  } catch (error) {
    await closing.run();
    throw error;
  }
}

try {
  await openShop();
} catch (error) {
  printStartupError(error);
  process.exit(1);
}
