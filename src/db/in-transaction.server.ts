import type { Result } from "#core/result.ts";
import type { Database, Transaction } from "./client.server.ts";

/** The failures whose transaction is committed. Each is removed when its transaction ends. */
const committedFailures = new WeakSet<object>();

/**
 * Says that what was written before this failure is committed, such as a counted attempt or an ended proposal. Counts
 * for the transaction that returns the failure, not for one around it.
 */
export function commitAnyway<Failure>(failure: Result<never, Failure>): Result<never, Failure> {
  committedFailures.add(failure);
  return failure;
}

/** Throwing it rolls the transaction back. */
class RolledBack extends Error {
  readonly outcome: unknown;

  constructor(outcome: unknown) {
    super("The transaction is rolled back, because its result is a failure");
    this.outcome = outcome;
  }
}

/**
 * Runs work in one transaction and returns its result. A success is committed; a failure rolls back everything that
 * the work wrote, unless the work says `commitAnyway`. Errors roll back and are thrown. Within another transaction the
 * work has a savepoint: a failure undoes the work alone, and the caller decides about the rest.
 */
export async function inTransaction<Outcome extends Result<unknown, unknown>>(
  db: Pick<Database, "transaction">,
  work: (tx: Transaction) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await db.transaction(async (tx) => {
      const outcome = await work(tx);
      const isCommitted = outcome.ok || committedFailures.delete(outcome);
      if (!isCommitted) throw new RolledBack(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as Outcome;
    throw error;
  }
}
