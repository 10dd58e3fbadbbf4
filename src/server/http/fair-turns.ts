import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";

export type FairTurns = {
  /**
   * Waits for a turn and resolves with the function that ends it. "full": this client has too many requests waiting. "late": no turn
   * came in time, or whoever waited has left (`signal`).
   */
  enter(client: string, signal?: AbortSignal): Promise<(() => void) | "full" | "late">;
};

type TurnLimits = {
  readonly atOnce: number;
  readonly maxWaitingOfClient: number;
  readonly maxWaitMs: number;
  /** After a turn so much of its own time passes before the next, at most this, so that other requests get the event loop. */
  readonly maxPauseMs: number;
};

type Waiting = { begin(): void };

/**
 * Turns for requests that cost more than a page: few at once, and clients one after the other, so that one who sends hundreds
 * waits for himself and not others for him.
 */
export function createFairTurns(limits: TurnLimits): FairTurns {
  const { atOnce, maxPauseMs, maxWaitMs, maxWaitingOfClient } = limits;
  // A map holds its keys in the order of insertion: the first client is the next.
  const waiting = new Map<string, Waiting[]>();
  let inProgress = 0;

  function startNext(): void {
    const [next] = waiting;
    if (!next || inProgress >= atOnce) return;
    const [client, [first, ...others]] = next;
    waiting.delete(client);
    if (others.length > 0) waiting.set(client, others);
    inProgress += 1;
    first?.begin();
  }

  async function end(startedMs: number): Promise<void> {
    if (waiting.size > 0) await wait(Math.min(maxPauseMs, performance.now() - startedMs));
    inProgress -= 1;
    startNext();
  }

  function leaveQueue(client: string, request: Waiting): void {
    const others = (waiting.get(client) ?? []).filter((each) => each !== request);
    if (others.length > 0) waiting.set(client, others);
    else waiting.delete(client);
  }

  return {
    enter(client, signal) {
      const ofClient = waiting.get(client) ?? [];
      if (ofClient.length >= maxWaitingOfClient) return Promise.resolve("full");
      return new Promise((resolve) => {
        const request: Waiting = {
          begin() {
            clearTimeout(giveUp);
            signal?.removeEventListener("abort", leave);
            const startedMs = performance.now();
            let isOpen = true;
            resolve(() => {
              if (isOpen) void end(startedMs);
              isOpen = false;
            });
          },
        };
        const leave = () => {
          clearTimeout(giveUp);
          leaveQueue(client, request);
          resolve("late");
        };
        const giveUp = setTimeout(leave, maxWaitMs);
        signal?.addEventListener("abort", leave, { once: true });
        waiting.set(client, [...ofClient, request]);
        startNext();
      });
    },
  };
}
