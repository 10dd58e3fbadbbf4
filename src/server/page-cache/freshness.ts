/** How the cache knows that what it holds is what the database holds. */
export type Freshness = {
  /** Rises with every drop; a page of an older generation is stale. */
  generation(): number;
  /** Whether hits may be served without asking the database. */
  isFresh(): boolean;
  /** Makes everything stale when the content has another version than the one known. */
  drop(version: number): void;
  /** The content had this version at a moment from which nobody publishes unnoticed until `validUntilMs` (performance.now()). */
  confirm(version: number, validUntilMs: number): void;
  /** Nothing is sure any more until the next confirmation. */
  markStale(): void;
  /** Asks the database when not sure; "away" when it does not answer. */
  revalidate(): Promise<"known" | "away">;
  /** How to ask for the version that holds now. */
  askWith(ask: () => Promise<number>): void;
};

const LONGEST_ASK_MS = 1_500;
/** While the database is away every page would wait for it; once in this time is enough. */
const AWAY_REST_MS = 500;

/** Freshness is by content version, never by time: a lease says how long the version need not be asked for. */
export function createFreshness(): Freshness {
  let generation = 0;
  let known: number | null = null;
  let sureUntilMs = 0;
  let awayUntilMs = 0;
  let ask: (() => Promise<number>) | null = null;
  let asking: Promise<"known" | "away"> | null = null;
  let next: Promise<"known" | "away"> | null = null;

  // Any other version, not only a higher one: a restored backup brings the counter back.
  function drop(version: number): void {
    if (version === known) return;
    known = version;
    generation += 1;
  }

  async function askOnce(): Promise<"known" | "away"> {
    if (!ask || performance.now() < awayUntilMs) return "away";
    try {
      drop(await withinTime(ask(), LONGEST_ASK_MS));
      return "known";
    } catch {
      awayUntilMs = performance.now() + AWAY_REST_MS;
      return "away";
    }
  }

  function start(): Promise<"known" | "away"> {
    const started = askOnce().finally(() => {
      if (asking === started) asking = null;
    });
    asking = started;
    return started;
  }

  return {
    generation: () => generation,
    isFresh: () => performance.now() < sureUntilMs,
    drop,
    confirm(version, validUntilMs) {
      drop(version);
      sureUntilMs = Math.max(sureUntilMs, validUntilMs);
      awayUntilMs = 0;
    },
    markStale() {
      sureUntilMs = 0;
    },
    revalidate() {
      if (performance.now() < sureUntilMs) return Promise.resolve("known");
      if (!asking) return start();
      // An answer already under way may be older than this request: all that came since share the next one.
      next ??= asking.then(() => {
        next = null;
        return start();
      });
      return next;
    },
    askWith(question) {
      ask = question;
    },
  };
}

/** The promise's outcome, or a rejection when it takes longer than `limitMs`. */
export function withinTime<Value>(promise: Promise<Value>, limitMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer in ${limitMs} ms`)), limitMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
