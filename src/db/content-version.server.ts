import { sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import type { Database, Transaction } from "./client.server.ts";

/** Announces changes of public content to every process; the payload is the new version. */
export const CONTENT_CHANNEL = "content_changed";

/** Called after a commit that changed public content; resolves when every process has dropped its stale pages. */
export type CacheInvalidation = { settle(version: number): Promise<void> };

/**
 * Raises the content version and notifies every process, inside the caller's transaction. Call it last, because its one
 * row stays locked until the commit.
 */
export async function bumpContentVersion(tx: Transaction): Promise<number> {
  const result = await tx.execute<{ version: string }>(sql`
    with raised as (update content_version set version = version + 1 returning version)
    select version, pg_notify(${CONTENT_CHANNEL}, version::text) from raised`);
  return Number(result.rows[0]?.version);
}

/** Rolls back a refused write. */
class Refused<Outcome> extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super("refused");
    this.outcome = outcome;
  }
}

/**
 * Runs a write of public content in one transaction, then waits until no process serves the old pages. A refused write
 * is rolled back and drops no page.
 */
export async function changeContent<Outcome extends Result<unknown, unknown>>(
  deps: { db: Database; content: CacheInvalidation },
  work: (tx: Transaction) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    const { outcome, version } = await deps.db.transaction(async (tx) => {
      const outcome = await work(tx);
      if (!outcome.ok) throw new Refused(outcome);
      return { outcome, version: await bumpContentVersion(tx) };
    });
    await deps.content.settle(version);
    return outcome;
  } catch (error) {
    if (error instanceof Refused) return error.outcome;
    throw error;
  }
}
