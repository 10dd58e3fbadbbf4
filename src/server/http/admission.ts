import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import PQueue from "p-queue";
import type { Logger } from "#platform/logger.server.ts";
import type { Render } from "./render.ts";
import { Unavailable } from "./render.ts";
import { isSafeMethod } from "./request-guards.ts";

export type AdmissionStats = {
  inProgress: number;
  waiting: number;
  refused: number;
  /** Requests that may be in progress at once, now. */
  limit: number;
  /** The longest of the last quarter of a second. */
  eventLoopDelayMs: number;
};

/** Limits what is rendered and written at the same time; the rest waits for a moment or is refused. */
export type Admission = {
  /** The same render, which throws Unavailable for what cannot start in time. */
  admit(render: Render): Render;
  /** Of the server, for each connection that it accepts. */
  countConnection(): void;
  stats(): AdmissionStats;
  close(): void;
};

export type AdmissionOptions = {
  logger: Logger;
  /** How long a request waits for its turn. */
  maxWaitMs?: number;
  maxWaiting?: number;
  /** Bounds of `limit`. */
  limits?: { min: number; max: number };
};

/** With the time of a render, a response within two seconds. */
const MAX_WAIT_MS = 1_000;
/** More could not be served in MAX_WAIT_MS. */
const MAX_WAITING = 500;
const LIMITS = { min: 2, max: 64 };
/** A longer request waits for a provider or a lock, not for the processor: the next one starts without it. */
const SLOW_MS = 1_000;

const SAMPLE_MS = 250;
/** Cached pages and health checks wait this long at most behind renders. */
const MAX_DELAY_MS = 40;
const LOG_EVERY_MS = 10_000;

/** A flood of connections delays a render by this many turns of the event loop at most. */
const MAX_TURNS = 300;

/** Writes go first: an order is worth more than a page. */
const WRITE = { priority: 1 };

function createConnectionCount() {
  let count = 0;
  return {
    add() {
      count += 1;
    },
    /**
     * Accepts the connections that wait. Node accepts one in each turn of the event loop, and a render is one long turn:
     * without this a health check waits for as many renders as there are connections before its own.
     */
    async acceptWaiting(): Promise<void> {
      for (let turns = 0; turns < MAX_TURNS; turns += 1) {
        const before = count;
        await nextTurn();
        if (count === before) return;
      }
    },
  };
}

/** Starts to measure the delay of the event loop; `close` ends it. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { logger, maxWaitMs = MAX_WAIT_MS, maxWaiting = MAX_WAITING, limits = LIMITS } = options;
  const queue = new PQueue({ concurrency: limits.max });
  const delay = monitorEventLoopDelay({ resolution: 10 });
  let eventLoopDelayMs = 0;
  let refused = 0;
  let loggedRefused = 0;
  let loggedMs = 0;
  const connections = createConnectionCount();

  /** Fewer renders at once while the event loop is late, more while requests wait although it is not. */
  function adapt(): void {
    eventLoopDelayMs = delay.max / 1_000_000;
    delay.reset();
    if (eventLoopDelayMs > MAX_DELAY_MS) {
      queue.concurrency = Math.max(limits.min, Math.floor(queue.concurrency / 2));
    } else if (queue.concurrency < limits.max) queue.concurrency += 1;
    if (refused > loggedRefused && performance.now() - loggedMs > LOG_EVERY_MS) {
      logger.warn({ refused: refused - loggedRefused, eventLoopDelayMs }, "busy: requests refused");
      loggedRefused = refused;
      loggedMs = performance.now();
    }
  }
  delay.enable();
  const sampling = setInterval(adapt, SAMPLE_MS).unref();

  function refuse(): Unavailable {
    refused += 1;
    return new Unavailable("overload");
  }

  /** Resolves with the function that ends the turn. Throws Unavailable. */
  function waitForTurn(isWrite: boolean): Promise<() => void> {
    if (queue.size >= maxWaiting) return Promise.reject(refuse());
    const giveUp = new AbortController();
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => giveUp.abort(), maxWaitMs);
      const turn = () => {
        clearTimeout(limit);
        const ended = Promise.withResolvers<void>();
        const slow = setTimeout(ended.resolve, SLOW_MS);
        resolve(() => {
          clearTimeout(slow);
          ended.resolve();
        });
        return ended.promise;
      };
      const { signal } = giveUp;
      queue.add(turn, isWrite ? { ...WRITE, signal } : { signal }).catch(() => reject(refuse()));
    });
  }

  return {
    admit: (render) => async (request, requestId) => {
      const end = await waitForTurn(!isSafeMethod(request.method));
      try {
        await connections.acceptWaiting();
        return await render(request, requestId);
      } finally {
        end();
      }
    },
    countConnection: connections.add,
    stats: () => ({
      inProgress: queue.pending,
      waiting: queue.size,
      refused,
      limit: queue.concurrency,
      eventLoopDelayMs,
    }),
    close() {
      clearInterval(sampling);
      delay.disable();
    },
  };
}
