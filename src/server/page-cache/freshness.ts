import { AppliedChanges } from "./applied-changes.ts";

/** Whether cached pages match the database. */
export type Freshness = {
  readonly changes: AppliedChanges;
  /** Whether hits need no query. */
  isFresh(): boolean;
  /** Current, and no change goes unnoticed until `validUntilMs` (performance.now()). */
  confirm(version: number, validUntilMs: number): void;
  /** Requires a new confirmation. */
  setStale(): void;
  /** Queries if needed; "away" without a response. */
  revalidate(): Promise<"known" | "away">;
  setRequest(request: () => Promise<number>): void;
};

const MAX_REQUEST_MS = 1_500;
/** The least pause between retries while the database is down. */
const AWAY_REST_MS = 500;

/** Fresh until tagged content changes; a lease only limits the time without a query. */
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
    setStale() {
      sureUntilMs = 0;
    },
    revalidate() {
      if (performance.now() < sureUntilMs) return Promise.resolve("known");
      if (!asking) return start();
      // A running query may be older, so later requests share the next.
      next ??= asking.then(() => {
        next = null;
        return start();
      });
      return next;
    },
    setRequest(question) {
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
