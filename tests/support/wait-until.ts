import { setTimeout as wait } from "node:timers/promises";

/** Ends a wait for what never comes. */
const LIMIT_MS = 240_000;

/** Resolves when a state holds that nothing announces; the only place that looks again after some time. */
export async function waitUntil(
  state: string,
  holds: () => boolean | Promise<boolean>,
  { everyMs = 10, limitMs = LIMIT_MS }: { everyMs?: number; limitMs?: number } = {},
): Promise<void> {
  const untilMs = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > untilMs) throw new Error(`It never came about: ${state}`);
    await wait(everyMs);
  }
}
