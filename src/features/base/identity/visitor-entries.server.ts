import { createHash } from "node:crypto";
import { lt, sql } from "drizzle-orm";
import { networkBlockOf } from "#core/client-key.ts";
import { DAY_MS } from "#core/duration.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { visitorEntries } from "#db/schema/visitor-entries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { EntryCounts, VisitorEntryKind } from "./visitor-limits.ts";
import { mayStore, VISITOR_LIMITS } from "./visitor-limits.ts";

const hashOf = (name: string) => createHash("sha256").update(name).digest("base64url").slice(0, 22);

/** The hash of the block of addresses around a network. */
export const blockKeyOf = (network: string): string => hashOf(`block:${networkBlockOf(network)}`);

/**
 * Counts one more thing that a visitor has the shop store, in the transaction that stores it. 'too_many' when the sender's network, the
 * block around it or all visitors together had as much stored as a day allows (`mayStore`); then nothing may be stored. `network` is
 * the sender's: an IPv4 address or a /64.
 */
export async function countVisitorEntry(
  deps: { tx: Transaction; clock: Clock },
  input: { kind: VisitorEntryKind; network: string },
): Promise<Result<null, "too_many">> {
  const { clock, tx } = deps;
  const now = clock.now();
  const { kind } = input;
  const network = hashOf(`network:${input.network}`);
  const block = blockKeyOf(input.network);
  // The entries of one block are counted one after another, so that they never pass its limit together.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('visitor entry:' || ${kind}::text || ${block}::text, 0))`,
  );
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const { rows } = await tx.execute<EntryCounts>(sql`
    select count(*)::integer as "inAll", count(distinct block)::integer as blocks,
           (count(*) filter (where block = ${block}))::integer as "ofBlock",
           (count(*) filter (where network = ${network}))::integer as "ofNetwork"
      from visitor_entries where kind = ${kind} and created_at > ${since}::timestamptz`);
  const [counts] = rows;
  if (!counts || !mayStore(VISITOR_LIMITS[kind].aDay, counts)) return fail("too_many");
  await tx.insert(visitorEntries).values({ kind, network, block, createdAt: now });
  return ok(null);
}

/** Deletes what the limits of a day do not count any more. */
export async function clearOldVisitorEntries(deps: { db: Database; clock: Clock }): Promise<void> {
  const oldest = new Date(deps.clock.now().getTime() - DAY_MS);
  await deps.db.delete(visitorEntries).where(lt(visitorEntries.createdAt, oldest));
}
