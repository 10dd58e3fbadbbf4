import { monitorEventLoopDelay, performance } from "node:perf_hooks";
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
  /** Concurrent pages, now. */
  limit: number;
  /** The longest of the last quarter of a second. */
  eventLoopDelayMs: number;
};

/** Limits concurrent renders and writes; others wait briefly or are refused. */
export type Admission = {
  /** Throws Unavailable for what cannot start in time. */
  admit(render: Render): Render;
  /** Whether a request would get no turn in time, counted as refused. Decided before any work. */
  refuses(method: string, pathname: string): boolean;
  /** Counts connections and requests. */
  countArrival(): void;
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

/** A render takes about another second, so that a visitor waits two at most. */
const MAX_WAIT_MS = 1_000;
/** A customer who pressed Pay waits rather than presses again. */
const MAX_WRITE_WAIT_MS = 5_000;
const MAX_WAITING = 500;
/** So few wait whatever the average: first renders take long. */
const FEW = 16;
/** The share of the last turn in the average. */
const NEWEST_PART = 0.1;
/** A longer request waits for a provider or lock, not the processor. */
const SLOW_MS = 1_000;

/** A second render uses the processor while the first waits for the database. */
const LIMITS = { min: 2, max: 64 };
const FIRST_LIMIT = 8;
/** Above it, more renders only slow each other. */
const MAX_UTILIZATION = 0.9;
const GROWTH = 1.5;
const SAMPLE_MS = 250;
/** The longest wait of cached pages and health checks behind renders. */
const MAX_DELAY_MS = 40;
const LOG_EVERY_MS = 10_000;

const MAX_TURNS = 100;
/** The first turn may already be past connections. */
const QUIET_TURNS = 2;

function createArrivals() {
  let count = 0;
  let received = Promise.resolve();

  async function receive(): Promise<void> {
    let quietTurns = 0;
    for (let turns = 0; turns < MAX_TURNS && quietTurns < QUIET_TURNS; turns += 1) {
      const before = count;
      await nextTurn();
      quietTurns = count === before ? quietTurns + 1 : 0;
    }
  }

  return {
    add() {
      count += 1;
    },
    /**
     * Receives waiting connections between renders. Node accepts one per turn of the event loop, and a render
     * is one long turn: otherwise a health check would wait for many renders.
     */
    receiveWaiting(): Promise<void> {
      received = received.then(receive);
      return received;
    },
  };
}

type QueueLimits = { maxInProgress: number; maxWaiting: number; maxWaitMs: number };

/** A queue with limited waits; requests that would not be served in time are refused at once. */
function createTurns({ maxInProgress, maxWaiting, maxWaitMs }: QueueLimits) {
  const queue = new PQueue({ concurrency: maxInProgress });
  let averageMs = 0;

  function isFull(): boolean {
    if (queue.size >= maxWaiting) return true;
    // Little's law.
    const expectedMs = (queue.size * averageMs) / queue.concurrency;
    return queue.size >= FEW && expectedMs > maxWaitMs;
  }

  /** `begin` gets the function that ends the turn. */
  function hold(begin: (end: () => void) => void): Promise<void> {
    const startedMs = performance.now();
    const ended = Promise.withResolvers<void>();
    const end = () => {
      clearTimeout(slow);
      ended.resolve();
    };
    const slow = setTimeout(end, SLOW_MS);
    begin(end);
    return ended.promise.then(() => {
      const ms = performance.now() - startedMs;
      averageMs = averageMs === 0 ? ms : averageMs + (ms - averageMs) * NEWEST_PART;
    });
  }

  return {
    queue,
    isFull,
    /** Resolves with the function that ends the turn; rejects when too late. */
    admit(): Promise<() => void> {
      if (isFull()) return Promise.reject(new Unavailable("overload"));
      const giveUp = new AbortController();
      return new Promise((resolve, reject) => {
        const limit = setTimeout(() => giveUp.abort(), maxWaitMs);
        const turn = () => {
          clearTimeout(limit);
          return hold(resolve);
        };
        queue.add(turn, { signal: giveUp.signal }).catch(() => reject(new Unavailable("overload")));
      });
    },
  };
}

/** Files have a queue of their own, because they cost little and a browser never requests a refused image again. */
const FILES = /^\/(?:images|videos)\//;

function createQueues(options: AdmissionOptions) {
  const { maxWaiting = MAX_WAITING, limits = LIMITS } = options;
  const { maxWaitMs = MAX_WAIT_MS, maxWriteWaitMs = MAX_WRITE_WAIT_MS } = options;
  const maxInProgress = limits.max;
  const first = Math.min(limits.max, Math.max(limits.min, FIRST_LIMIT));
  const pages = createTurns({ maxInProgress: first, maxWaiting, maxWaitMs });
  const files = createTurns({ maxInProgress, maxWaiting, maxWaitMs: maxWriteWaitMs });
  // Not adapted: orders are worth more than pages, mostly wait for the database, and share statements.
  const writes = createTurns({ maxInProgress, maxWaiting, maxWaitMs: maxWriteWaitMs });
  return {
    pages: pages.queue,
    all: [pages.queue, files.queue, writes.queue],
    of(method: string, pathname: string) {
      if (!isSafeMethod(method)) return writes;
      return FILES.test(pathname) ? files : pages;
    },
  };
}

/** Measures the event loop's delay; `close` ends it. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { logger, limits = LIMITS } = options;
  const queues = createQueues(options);
  const { pages } = queues;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  let busy = performance.eventLoopUtilization();
  let eventLoopDelayMs = 0;
  let refused = 0;
  let loggedRefused = 0;
  let loggedMs = 0;
  const arrivals = createArrivals();

  /** Fewer renders while the event loop is late, more while requests wait and it is not. */
  function adapt(): void {
    eventLoopDelayMs = delay.max / 1_000_000;
    delay.reset();
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, busy);
    busy = now;
    if (eventLoopDelayMs > MAX_DELAY_MS) {
      pages.concurrency = Math.max(limits.min, Math.floor(pages.concurrency / 2));
    } else if (pages.size > 0 && utilization < MAX_UTILIZATION) {
      pages.concurrency = Math.min(limits.max, Math.ceil(pages.concurrency * GROWTH));
    }
    if (refused > loggedRefused && performance.now() - loggedMs > LOG_EVERY_MS) {
      logger.warn({ refused: refused - loggedRefused, eventLoopDelayMs }, "busy: requests refused");
      loggedRefused = refused;
      loggedMs = performance.now();
    }
  }
  delay.enable();
  const sampling = setInterval(adapt, SAMPLE_MS).unref();
  const sumOf = (count: (queue: PQueue) => number) =>
    queues.all.reduce((sum, queue) => sum + count(queue), 0);

  return {
    admit: (render) => async (request, requestId) => {
      const turns = queues.of(request.method, new URL(request.url).pathname);
      const end = await turns.admit().catch((error) => {
        refused += 1;
        throw error;
      });
      try {
        await arrivals.receiveWaiting();
        return await render(request, requestId);
      } finally {
        end();
      }
    },
    refuses(method, pathname) {
      const isRefused = queues.of(method, pathname).isFull();
      if (isRefused) refused += 1;
      return isRefused;
    },
    countArrival: arrivals.add,
    stats: () => ({
      inProgress: sumOf((queue) => queue.pending),
      waiting: sumOf((queue) => queue.size),
      refused,
      limit: pages.concurrency,
      eventLoopDelayMs,
    }),
    close() {
      clearInterval(sampling);
      delay.disable();
    },
  };
}
