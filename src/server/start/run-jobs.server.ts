import { setTimeout as wait } from "node:timers/promises";
import type { JobHandlers, RunningJobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";

const RETRY_MS = 10_000;

/** Takes up background work, now or as soon as the database answers; the function returned stops it. */
export function runJobs(
  jobs: RunningJobQueue,
  handlers: JobHandlers,
  logger: Logger,
  onceRunning: () => Promise<unknown>,
): () => Promise<void> {
  const stopped = new AbortController();

  async function keepTrying(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await jobs.start(handlers);
        await onceRunning();
        return;
      } catch (error) {
        logger.error({ err: error }, "jobs: could not be started; trying again");
        await wait(RETRY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  }

  const starting = keepTrying();
  return async () => {
    stopped.abort();
    await starting;
    await jobs.stop();
  };
}
