import type { Load } from "./open-loop.ts";

/** Always so many requests at a time: each ended one begins the next. */
export async function requestAtOnce(options: {
  concurrency: number;
  count: number;
  request: (index: number) => Promise<void>;
}): Promise<Load> {
  const { concurrency, count, request } = options;
  const load: Load = { latenciesMs: [], failures: [], elapsedMs: 0 };
  const startedMs = performance.now();
  let next = 0;
  async function requestInTurn(): Promise<void> {
    for (let index = next; index < count; index = next) {
      next += 1;
      const beganMs = performance.now();
      try {
        await request(index);
        load.latenciesMs.push(performance.now() - beganMs);
      } catch (error) {
        load.failures.push(String(error));
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, requestInTurn));
  load.elapsedMs = performance.now() - startedMs;
  return load;
}
