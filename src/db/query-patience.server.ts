import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool } from "pg";

/** A longer query starts a probe of the database. */
const QUERY_LIMIT_MS = 1_500;
const PROBE_LIMIT_MS = 1_500;
/** How long reads fail at once after a failed probe. */
const AWAY_MS = 2_000;

const reading = new AsyncLocalStorage<true>();

/**
 * Runs a read that fails if the database does not respond: after three seconds at most, and at once for the reads that
 * follow. While the database responds, a slow query may take its time.
 */
export function withQueryPatience<Value>(run: () => Value): Value {
  return reading.run(true, run);
}

function inTime<Value>(promise: Promise<Value>, limitMs: number): Promise<Value | "late"> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve("late"), limitMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function release(late: unknown): void {
  const { release: giveBack } = (late ?? {}) as { release?: () => void };
  giveBack?.();
}

/** Applies `withQueryPatience` to the pool's queries and connections; all others wait without limit. */
export function limitPatience(pool: Pool): void {
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<unknown>;
  const connect = pool.connect.bind(pool) as (...parameters: unknown[]) => Promise<unknown>;
  let awayUntilMs = 0;
  let probing: Promise<boolean> | null = null;

  async function probe(): Promise<boolean> {
    const responds = await inTime(query("select 1"), PROBE_LIMIT_MS).then(
      (result) => result !== "late",
      () => false,
    );
    if (!responds) awayUntilMs = performance.now() + AWAY_MS;
    return responds;
  }

  async function patiently<Value>(start: () => Promise<Value>): Promise<Value> {
    const away = () => new Error("The database does not respond");
    if (performance.now() < awayUntilMs) throw away();
    const started = start();
    for (;;) {
      const result = await inTime(started, QUERY_LIMIT_MS);
      if (result !== "late") return result;
      probing ??= probe().finally(() => {
        probing = null;
      });
      if (await probing) continue;
      // Arrived too late.
      started.then(release, () => undefined);
      throw away();
    }
  }

  const limited =
    (start: (...parameters: unknown[]) => Promise<unknown>) =>
    (...parameters: unknown[]) => {
      const hasCallback = typeof parameters.at(-1) === "function";
      if (hasCallback || reading.getStore() === undefined) return start(...parameters);
      return patiently(() => start(...parameters));
    };
  Object.assign(pool, { query: limited(query), connect: limited(connect) });
}
