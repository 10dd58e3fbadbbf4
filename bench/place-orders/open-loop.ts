import { setTimeout as wait } from "node:timers/promises";

/** What a load came to: how long each answer took from the moment it was due, and what went wrong. */
export type Load = { latenciesMs: number[]; failures: string[]; elapsedMs: number };

/**
 * Asks at a rate whatever the answers do, as people come to a shop: each request is due at its own random moment (a Poisson process), and
 * its time counts from then, so that a server that falls behind cannot slow its own test down.
 */
export async function requestAtRate(options: {
  perSecond: number;
  count: number;
  ask: (index: number) => Promise<void>;
}): Promise<Load> {
  const { perSecond, count, ask: request } = options;
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
      request(index)
        .then(() => void load.latenciesMs.push(performance.now() - wasDueMs))
        .catch((error: unknown) => void load.failures.push(String(error))),
    );
  }
  await Promise.all(asking);
  load.elapsedMs = performance.now() - startedMs;
  return load;
}

/** The value that this share of all does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
