import { setTimeout as wait } from "node:timers/promises";
import type { JobHandlers, RunningJobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";

const RETRY_MS = 10_000;

/** Whoever restarted the shop looks at it at once: the first visits have the processor for themselves. */
const FIRST_VISITS_MS = 10_000;

/**
 * Takes up background work, now or as soon as the database answers, and what is left for quieter moments a little later; the function
 * returned stops it.
 */
export function runJobs(
  jobs: RunningJobQueue,
  handlers: JobHandlers,
  logger: Logger,
  whenQuieter: () => Promise<unknown>,
): () => Promise<void> {
  const stopped = new AbortController();

  async function keepTrying(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await jobs.start(handlers);
        await wait(FIRST_VISITS_MS, undefined, { signal: stopped.signal });
        await whenQuieter();
        return;
      } catch (error) {
        if (stopped.signal.aborted) return;
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
