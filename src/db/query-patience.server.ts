import { AsyncLocalStorage } from "node:async_hooks";
import type { PoolClient } from "pg";
import { Pool } from "pg";

export type QueryPatience = {
  /** A longer query starts a probe of the database. */
  queryMs: number;
  probeMs: number;
  /** How long queries fail at once after a failed probe. */
  awayMs: number;
  /** Milliseconds since any moment. */
  now(): number;
};

export const QUERY_PATIENCE: QueryPatience = {
  queryMs: 1_500,
  probeMs: 1_500,
  awayMs: 2_000,
  now: () => performance.now(),
};

const requested = new AsyncLocalStorage<true>();

/**
 * Fails a request when the database does not respond: after three seconds, then at once. While it responds, a
 * slow query may take its time.
 */
export function withQueryPatience<Value>(run: () => Value): Value {
  return requested.run(true, run);
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

type Method = (...parameters: unknown[]) => Promise<unknown>;

/**
 * Applies `withQueryPatience` to a pool's queries, connections and transactions; others wait without limit.
 * The probe uses its own connection, so that a full pool is not an outage. Returns the function that closes
 * it.
 */
export function limitPatience(
  pool: Pool,
  { awayMs, now, probeMs, queryMs }: QueryPatience,
): () => Promise<void> {
  const probePool = new Pool({
    ...pool.options,
    max: 1,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  });
  probePool.on("error", () => undefined);
  let awayUntilMs = Number.NEGATIVE_INFINITY;
  let probing: Promise<boolean> | null = null;

  async function probe(): Promise<boolean> {
    const responds = await inTime(probePool.query("select 1"), probeMs).then(
      (result) => result !== "late",
      () => false,
    );
    if (!responds) awayUntilMs = now() + awayMs;
    return responds;
  }

  async function patiently(
    start: () => Promise<unknown>,
    giveUp: (started: Promise<unknown>) => void,
  ): Promise<unknown> {
    const away = () => new Error("The database does not respond");
    if (now() < awayUntilMs) throw away();
    const started = start();
    for (;;) {
      const result = await inTime(started, queryMs);
      if (result !== "late") return result;
      probing ??= probe().finally(() => {
        probing = null;
      });
      if (await probing) continue;
      giveUp(started);
      throw away();
    }
  }

  const limited =
    (start: Method, giveUp: (started: Promise<unknown>) => void): Method =>
    (...parameters) => {
      const hasCallback = typeof parameters.at(-1) === "function";
      if (hasCallback || requested.getStore() === undefined) return start(...parameters);
      return patiently(() => start(...parameters), giveUp);
    };
  // A connection that arrives too late returns to the pool.
  const releaseLate = (started: Promise<unknown>) => void started.then(release, () => undefined);
  Object.assign(pool, {
    query: limited(pool.query.bind(pool) as Method, releaseLate),
    connect: limited(pool.connect.bind(pool) as Method, releaseLate),
  });
  pool.on("connect", (client: PoolClient) => {
    // The pool would reuse a connection whose query is open.
    const end = (started: Promise<unknown>) => {
      started.catch(() => undefined);
      void (client as PoolClient & { end(): Promise<void> }).end().catch(() => undefined);
    };
    Object.assign(client, { query: limited(client.query.bind(client) as Method, end) });
  });
  return () => probePool.end();
}
