import cluster from "node:cluster";
import { takeInstanceLock } from "#db/instance-lock.server.ts";
import { readEnv } from "#platform/env.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { settleRestore } from "./backup/stage.server.ts";
import { createClosing } from "./start/closing.server.ts";
import { endInOrder, sayWhy } from "./start/ending.server.ts";
import { choosePort } from "./start/listen.server.ts";
import { runWorkers } from "./start/workers.server.ts";

/** Opens the shop: one process, or with WEB_CONCURRENCY a parent that prepares the database and processes that serve. */
async function openShop(): Promise<void> {
  const env = readEnv();
  const logger = createLogger(env.LOG_LEVEL);
  const closing = createClosing(logger);
  endInOrder(closing, logger);
  try {
    const port = await choosePort(env.PORT);
    const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, "");
    if (!env.DATABASE_URL) {
      const lock = await takeInstanceLock(env.DATA_DIR);
      closing.add("instance lock", () => lock.release());
      await settleRestore(env.DATA_DIR);
    }
    // Loaded only now: whoever may not run is told so at once.
    const { prepareShop, serveShop } = await import("./start/serve.server.ts");
    const options = { env, port, publicUrl, logger, closing };
    if (env.WEB_CONCURRENCY === 1) {
      await serveShop(options);
    } else if (cluster.isPrimary) {
      const preparing = createClosing(logger);
      await prepareShop({ ...options, closing: preparing }).finally(preparing.run);
      await runWorkers({ ...options, count: env.WEB_CONCURRENCY });
    } else {
      return await serveShop(options);
    }
    console.log(`Demerara Atelier is open at ${publicUrl}`);
  } catch (error) {
    await closing.run();
    throw error;
  }
}

try {
  await openShop();
} catch (error) {
  sayWhy(error);
  process.exit(1);
}
