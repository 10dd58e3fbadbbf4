import { setTimeout as wait } from "node:timers/promises";

/** Nobody who reads a refusal notices it; a program that sends again at once gets four refusals a second on each connection. */
const REFUSAL_PAUSE_MS = 250;

/** Later refusals are sent at once, so that waiting ones never hold much memory. */
export const MAX_PAUSED_REFUSALS = 500;

/**
 * Delays a refusal of a connection that asks for too much. Without the delay a single program
 * that repeats itself keeps the processor busy with refusals, and every cached page waits behind them.
 */
export function createRefusalPause(pauseMs = REFUSAL_PAUSE_MS): () => Promise<void> {
  let paused = 0;
  return async () => {
    if (paused >= MAX_PAUSED_REFUSALS) return;
    paused += 1;
    await wait(pauseMs, undefined, { ref: false });
    paused -= 1;
  };
}
