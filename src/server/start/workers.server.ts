import type { Worker } from "node:cluster";
import cluster from "node:cluster";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "#core/app-error.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Shutdown } from "./shutdown.server.ts";

/** A process that dies at once is not started again at full speed. */
const RESTART_PAUSE_MS = 1_000;

/** Starts the processes that serve, keeps their number, and resolves when the first one listens; rejects when it cannot. */
export async function runWorkers(options: {
  count: number;
  port: number;
  logger: Logger;
  closing: Shutdown;
}): Promise<void> {
  const { count, port, logger, closing } = options;
  // All of them share the port the parent chose.
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
