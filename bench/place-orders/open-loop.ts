import { setTimeout as wait } from "node:timers/promises";

/** The latencies from when each request was due. */
export type Load = { latenciesMs: number[]; failures: string[]; elapsedMs: number };

/**
 * Requests are due at random (a Poisson process) and measured from then, so that a slow server cannot slow
 * its test.
 */
export async function requestAtRate(options: {
  perSecond: number;
  count: number;
  request: (index: number, dueMs: number) => Promise<void>;
}): Promise<Load> {
  const { perSecond, count, request } = options;
  const load: Load = { latenciesMs: [], failures: [], elapsedMs: 0 };
  const startedMs = performance.now();
  const asking: Promise<void>[] = [];
  let dueMs = startedMs;
  for (let index = 0; index < count; index += 1) {
    dueMs += (-Math.log(1 - Math.random()) * 1_000) / perSecond;
    const pauseMs = dueMs - performance.now();
    if (pauseMs > 1) await wait(pauseMs);
    const wasDueMs = dueMs;
    asking.push(
      request(index, wasDueMs)
        .then(() => void load.latenciesMs.push(performance.now() - wasDueMs))
        .catch((error: unknown) => void load.failures.push(String(error))),
    );
  }
  await Promise.all(asking);
  load.elapsedMs = performance.now() - startedMs;
  return load;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
