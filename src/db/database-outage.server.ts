import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool, PoolClient } from "pg";

/** Why the database, disk or file storage cannot serve a request now. All pass by themselves. */
export type Outage = "unreachable" | "read_only" | "disk_full" | "busy" | "storage";

/** The keys are a SQLSTATE (Postgres' appendix A), a system error code or StorageAway (platform/storage-fault). */
const OUTAGES: Readonly<Record<string, Outage>> = {
  STORAGE_AWAY: "storage",
  "25006": "read_only",
  EROFS: "read_only",
  "53100": "disk_full",
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
  // The server ended the connection, is starting, or is stopping.
  "57P01": "unreachable",
  "57P02": "unreachable",
  "57P03": "unreachable",
  "57P05": "unreachable",
  "58030": "unreachable",
  ECONNREFUSED: "unreachable",
  ECONNRESET: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  EPIPE: "unreachable",
  ETIMEDOUT: "unreachable",
  // Memory or connections are missing, or the statement met a timeout or a deadlock.
  "53200": "busy",
  "53300": "busy",
  "57014": "busy",
  "55P03": "busy",
  "25P03": "busy",
  "25P04": "busy",
  "40001": "busy",
  "40P01": "busy",
};

/** Errors of pg that have no code. */
const LOST =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|The database does not respond|Client was closed|Query read timeout/i;

/** Finds the outage in an error or its causes; null for other failures. */
export function findOutage(error: unknown): Outage | null {
  let each: unknown = error;
  for (let depth = 0; each instanceof Error && depth < 10; depth += 1) {
    const { code } = each as { code?: unknown };
    const outage = typeof code === "string" ? OUTAGES[code] : undefined;
    if (outage) return outage;
    // SQLSTATE class 08 holds the connection exceptions.
    if (typeof code === "string" && /^08\w{3}$/.test(code)) return "unreachable";
    if (LOST.test(each.message)) return "unreachable";
    const inner = each instanceof AggregateError ? each.errors[0] : each.cause;
    each = inner;
  }
  return null;
}

const watched = new AsyncLocalStorage<{ outage: Outage | null }>();

/** Records an outage for the surrounding `watchOutages`. */
export function reportFailure(error: unknown): void {
  const watch = watched.getStore();
  if (watch) watch.outage ??= findOutage(error);
}

/** Runs the work and names the first outage of its queries, also one a library hid. */
export async function watchOutages<Value>(
  run: () => Promise<Value>,
): Promise<{ value: Value; outage: Outage | null }> {
  const watch = { outage: null };
  const value = await watched.run(watch, run);
  return { value, outage: watch.outage };
}

type Method = (...parameters: unknown[]) => unknown;

/** Reports rejections of a method. */
function reporting(method: Method): Method {
  return (...parameters) => {
    const result = method(...parameters);
    if (result instanceof Promise && watched.getStore()) result.catch(reportFailure);
    return result;
  };
}

/** Reports a pool's failed connections, queries and transactions. */
export function reportOutages(pool: Pool): void {
  const query = reporting(pool.query.bind(pool) as Method);
  const connect = reporting(pool.connect.bind(pool) as Method);
  Object.assign(pool, { query, connect });
  pool.on("connect", (client: PoolClient) => {
    Object.assign(client, { query: reporting(client.query.bind(client) as Method) });
  });
}
