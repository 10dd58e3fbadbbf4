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
  /** Pages that may be in progress at once, now. */
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
  /** How long a page waits for its turn. */
  maxWaitMs?: number;
  /** How long a write or an image waits for its turn. */
  maxWriteWaitMs?: number;
  maxWaiting?: number;
  /** Bounds of `limit`. */
  limits?: { min: number; max: number };
};

/** With the time of a render, a response within two seconds. */
const MAX_WAIT_MS = 1_000;
/** A customer who pressed Pay waits rather than pressing again. */
const MAX_WRITE_WAIT_MS = 5_000;
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

type QueueLimits = { maxInProgress: number; maxWaiting: number; maxWaitMs: number };

/** Requests that wait for their turn, each for a limited time. */
function createTurns({ maxInProgress, maxWaiting, maxWaitMs }: QueueLimits) {
  const queue = new PQueue({ concurrency: maxInProgress });
  return {
    queue,
    /** Resolves with the function that ends the turn, or rejects when it does not come in time. */
    take(): Promise<() => void> {
      if (queue.size >= maxWaiting) return Promise.reject(new Unavailable("overload"));
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
        queue.add(turn, { signal: giveUp.signal }).catch(() => reject(new Unavailable("overload")));
      });
    },
  };
}

/** Starts to measure the delay of the event loop; `close` ends it. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { logger, maxWaitMs = MAX_WAIT_MS, maxWaiting = MAX_WAITING, limits = LIMITS } = options;
  const { maxWriteWaitMs = MAX_WRITE_WAIT_MS } = options;
  const maxInProgress = limits.max;
  const pages = createTurns({ maxInProgress, maxWaiting, maxWaitMs });
  // A browser never requests a refused image again. In a queue of their own they refuse no page.
  const images = createTurns({ maxInProgress, maxWaiting, maxWaitMs: maxWriteWaitMs });
  // Not halved: an order is worth more than a page, waits mostly for the database, and shares its statements with others
  // of the same moment.
  const writes = createTurns({ maxInProgress, maxWaiting, maxWaitMs: maxWriteWaitMs });
  const all = [pages, images, writes];
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
      pages.queue.concurrency = Math.max(limits.min, Math.floor(pages.queue.concurrency / 2));
    } else if (pages.queue.concurrency < limits.max) pages.queue.concurrency += 1;
    images.queue.concurrency = pages.queue.concurrency;
    if (refused > loggedRefused && performance.now() - loggedMs > LOG_EVERY_MS) {
      logger.warn({ refused: refused - loggedRefused, eventLoopDelayMs }, "busy: requests refused");
      loggedRefused = refused;
      loggedMs = performance.now();
    }
  }
  function turnsFor({ method, url }: Request) {
    if (!isSafeMethod(method)) return writes;
    return new URL(url).pathname.startsWith("/images/") ? images : pages;
  }
  delay.enable();
  const sampling = setInterval(adapt, SAMPLE_MS).unref();

  return {
    admit: (render) => async (request, requestId) => {
      const turns = turnsFor(request);
      const end = await turns.take().catch((error) => {
        refused += 1;
        throw error;
      });
      try {
        await connections.acceptWaiting();
        return await render(request, requestId);
      } finally {
        end();
      }
    },
    countConnection: connections.add,
    stats: () => ({
      inProgress: all.reduce((sum, { queue }) => sum + queue.pending, 0),
      waiting: all.reduce((sum, { queue }) => sum + queue.size, 0),
      refused,
      limit: pages.queue.concurrency,
      eventLoopDelayMs,
    }),
    close() {
      clearInterval(sampling);
      delay.disable();
    },
  };
}
