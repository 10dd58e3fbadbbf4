import { LRUCache } from "lru-cache";
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import {
  BurstyRateLimiter,
  RateLimiterDrizzle,
  RateLimiterMemory,
  RateLimiterRes,
  RLWrapperTimeouts,
} from "rate-limiter-flexible";
import type { Database } from "#db/client.server.ts";
import { requestCounters } from "./request-counters.ts";

/** Grouped by cost and risk. */
export type RateKind =
  | "auth"
  | "second-factor"
  | "checkout"
  | "message"
  | "inquiry"
  | "pattern"
  | "specification"
  | "write"
  | "upload"
  | "read"
  | "image"
  | "feed";

/**
 * Allows `points` at once, then `points` per `duration` seconds. A process reports batches, larger where a
 * statement costs as much as the request.
 */
type RateLimit = { points: number; duration: number; batch: number };

export type RateLimits = Record<RateKind, RateLimit>;

/**
 * Families and phone networks share an IP. Sign-in also has account limits (features/base/identity). Cached pages
 * and assets are not counted.
 */
export const defaultRateLimits: RateLimits = {
  auth: { points: 30, duration: 60, batch: 1 },
  // Separate, so that wrong passwords on the same IP do not use it up.
  "second-factor": { points: 30, duration: 60, batch: 1 },
  checkout: { points: 120, duration: 120, batch: 1 },
  message: { points: 20, duration: 400, batch: 1 },
  inquiry: { points: 20, duration: 400, batch: 1 },
  pattern: { points: 20, duration: 100, batch: 1 },
  // Each is stored for half a year, with a body's measurements.
  specification: { points: 60, duration: 600, batch: 1 },
  write: { points: 300, duration: 60, batch: 15 },
  // Half a megabyte each: ten megabytes a second.
  upload: { points: 600, duration: 30, batch: 30 },
  read: { points: 1_200, duration: 30, batch: 60 },
  image: { points: 3_000, duration: 15, batch: 150 },
  feed: { points: 30, duration: 150, batch: 1 },
};

/** Kinds of writes by route pattern; others are "write". Guessing an order number equals guessing a password. */
const WRITES: Readonly<Record<string, RateKind | null>> = {
  // Signed by the payment provider.
  "payments/events": null,
  login: "auth",
  "login/second-factor": "second-factor",
  "login/passkey": "second-factor",
  "login/invitation": "auth",
  auth: "auth",
  "auth/forgot": "auth",
  "auth/reset": "auth",
  "auth/verify": "auth",
  "auth/with/:provider": "auth",
  "api/auth/callback/:provider": "auth",
  "order-lookup": "auth",
  // A guest enters a code, or has one sent.
  "profile/orders/:id/lines/:item": "auth",
  checkout: "checkout",
  contact: "message",
  "new-dawn": "message",
  "product/:id/inquiry": "inquiry",
  "product/:id/back-in-stock": "inquiry",
  // A draft costs as much as fifty pages.
  "product/:id/pattern": "pattern",
  "product/:id/made-to-measure": "specification",
  "admin/uploads": "upload",
  "admin/uploads/:id": "upload",
  "admin/uploads/:id/finish": "upload",
};

/** Kinds of reads by route pattern; others are "read". */
const READS: Readonly<Record<string, RateKind>> = {
  "api/auth/callback/:provider": "auth",
  "feeds/google.xml": "feed",
  "feeds/new.xml": "feed",
  "sitemaps/pages.xml": "feed",
  "sitemaps/:part": "feed",
  "images/:id/:file": "image",
  "videos/:file": "image",
  "social/:key/:file": "image",
};

export const limitedPatterns = [...Object.keys(WRITES), ...Object.keys(READS)];

/** Null for signed payment events, which are unlimited. */
export function rateKindOf(method: string, pattern: string): RateKind | null {
  if (method === "GET" || method === "HEAD") return READS[pattern] ?? "read";
  const kind = WRITES[pattern];
  return kind === undefined ? "write" : kind;
}

/** Returns the seconds to wait, or 0. */
export type RateLimiter = { consume(kind: RateKind, client: string): Promise<number> };

/** A request that the database did not count by then counts in memory. */
const COUNT_LIMIT_MS = 1_000;

type Window = { keyPrefix: string; points: number; duration: number };

/** Shared by all processes; in memory while the database is away. */
function sharedWindow(db: Database, window: Window) {
  const limiter = new RateLimiterDrizzle({
    ...window,
    storeClient: db,
    schema: requestCounters,
    // A refused client costs no statement.
    inMemoryBlockOnConsumed: window.points + 1,
    // A job deletes old rows.
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory(window),
  });
  return new RLWrapperTimeouts({ limiter, timeoutMs: COUNT_LIMIT_MS });
}

/** After a burst a client is slowed to the steady rate, not shut out. */
function createBursty(
  kind: string,
  { points, duration }: RateLimit,
  windowOf: (window: Window) => RateLimiterAbstract,
) {
  const interval = Math.max(1, Math.round(duration / points));
  const steady = Math.max(1, Math.round((points / duration) * interval));
  return new BurstyRateLimiter(
    windowOf({ keyPrefix: `requests-${kind}-steady`, points: steady, duration: interval }),
    windowOf({ keyPrefix: `requests-${kind}`, points: points - steady, duration }),
  );
}

const MAX_CLIENTS = 20_000;

type Counter = { consume(client: string): Promise<unknown> };

/**
 * Counts in memory and reports batches without waiting. Waits when all processes together allowed twice the
 * points: a window's burst and steady rate.
 */
function createBatched(kind: string, limit: RateLimit, db: Database): Counter {
  const { batch, duration, points } = limit;
  const own = createBursty(kind, limit, (window) => new RateLimiterMemory(window));
  const shared = sharedWindow(db, { keyPrefix: `requests-${kind}`, points: 2 * points, duration });
  const unreported = new LRUCache<string, number>({ max: MAX_CLIENTS, ttl: duration * 1_000 });
  const blocked = new RateLimiterMemory({ keyPrefix: "blocked", points: 1, duration });
  return {
    async consume(client) {
      const block = await blocked.get(client);
      if (block && block.remainingPoints <= 0) throw block;
      await own.consume(client);
      const count = (unreported.get(client) ?? 0) + 1;
      unreported.set(client, count % batch);
      if (count < batch) return;
      void shared.consume(client, batch).catch((refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) return;
        return blocked.block(client, Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)));
      });
    },
  };
}

/**
 * Limits shared by the processes on a database; without one, this process's. While it is away they count in
 * memory: sign-ins then fail at their own counters (features/base/identity).
 */
export function createRateLimiter(limits: RateLimits, db: Database | null): RateLimiter {
  const counters = new Map<string, Counter>();
  for (const [kind, limit] of Object.entries(limits)) {
    if (!db) {
      counters.set(
        kind,
        createBursty(kind, limit, (window) => new RateLimiterMemory(window)),
      );
    } else if (limit.batch > 1) {
      counters.set(kind, createBatched(kind, limit, db));
    } else {
      counters.set(
        kind,
        createBursty(kind, limit, (window) => sharedWindow(db, window)),
      );
    }
  }
  return {
    async consume(kind, client) {
      try {
        await counters.get(kind)?.consume(client);
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
      }
    },
  };
}
