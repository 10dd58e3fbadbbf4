import { AppliedChanges } from "./applied-changes.ts";

/** Whether cached pages match the database. */
export type Freshness = {
  /** What changed, and how far this process has followed. */
  readonly changes: AppliedChanges;
  /** Whether hits may be served without a query. */
  isFresh(): boolean;
  /** This version is current, and no change goes unnoticed until `validUntilMs` (performance.now()). */
  confirm(version: number, validUntilMs: number): void;
  /** Requires a new confirmation. */
  markStale(): void;
  /** Queries the database if needed; "away" when it does not respond. */
  revalidate(): Promise<"known" | "away">;
  askWith(request: () => Promise<number>): void;
};

const MAX_REQUEST_MS = 1_500;
/** While the database is down, pages retry at most this often. */
const AWAY_REST_MS = 500;

/** Freshness depends on changes of tagged content, not on time; a lease only limits how long no query is needed. */
export function createFreshness(): Freshness {
  const changes = new AppliedChanges();
  let sureUntilMs = 0;
  let awayUntilMs = 0;
  let request: (() => Promise<number>) | null = null;
  let asking: Promise<"known" | "away"> | null = null;
  let next: Promise<"known" | "away"> | null = null;

  async function requestOnce(): Promise<"known" | "away"> {
    if (!request || performance.now() < awayUntilMs) return "away";
    try {
      changes.drop(await withinTime(request(), MAX_REQUEST_MS));
      return "known";
    } catch {
      awayUntilMs = performance.now() + AWAY_REST_MS;
      return "away";
    }
  }

  function start(): Promise<"known" | "away"> {
    const started = requestOnce().finally(() => {
      if (asking === started) asking = null;
    });
    asking = started;
    return started;
  }

  return {
    changes,
    isFresh: () => performance.now() < sureUntilMs,
    confirm(version, validUntilMs) {
      changes.drop(version);
      sureUntilMs = Math.max(sureUntilMs, validUntilMs);
      awayUntilMs = 0;
    },
    markStale() {
      sureUntilMs = 0;
    },
    revalidate() {
      if (performance.now() < sureUntilMs) return Promise.resolve("known");
      if (!asking) return start();
      // A running query may be older than this request, so later requests share the next one.
      next ??= asking.then(() => {
        next = null;
        return start();
      });
      return next;
    },
    askWith(question) {
      request = question;
    },
  };
}

/** Rejects after `limitMs`. */
export function withinTime<Value>(promise: Promise<Value>, limitMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer in ${limitMs} ms`)), limitMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
