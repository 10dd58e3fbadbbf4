import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { rateLimits } from "#db/schema/identity.server.ts";
import type { Clock } from "#platform/clock.server.ts";

/** So many attempts from the first one on until `windowS` seconds have passed. */
export type AttemptLimit = { most: number; windowS: number };

/** The attempt was one too many; when the next one is welcome. */
export type TooManyAttempts = { code: "too_many_attempts"; retryAfterSeconds: number };

/** A name for an account in a counter's key: no address stands in the table, and an account that does not exist counts alike. */
export function accountKey(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}

/**
 * Counts an attempt under a key, in the table of better-auth's own counters so that every process counts together; refuses it when
 * there were too many. The library clears rows after its longest window, which is an hour.
 */
export async function countAttempt(
  deps: { db: Database; clock: Clock },
  key: string,
  limit: AttemptLimit,
): Promise<Result<null, TooManyAttempts>> {
  const nowMs = deps.clock.now().getTime();
  const windowMs = limit.windowS * 1000;
  const isOver = sql`${rateLimits.lastRequest} <= ${nowMs - windowMs}`;
  const [row] = await deps.db
    .insert(rateLimits)
    .values({ id: newId(), key, count: 1, lastRequest: nowMs })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        // The window's first moment stays: whoever keeps trying does not prolong the wait of others.
        lastRequest: sql`case when ${isOver} then ${nowMs} else ${rateLimits.lastRequest} end`,
      },
    })
    .returning({ count: rateLimits.count, startMs: rateLimits.lastRequest });
  if (!row || row.count <= limit.most) return ok(null);
  const leftS = Math.ceil((row.startMs + windowMs - nowMs) / 1000);
  return fail({ code: "too_many_attempts", retryAfterSeconds: Math.max(1, leftS) });
}

/** Forgets what was counted under a key. */
export async function forgetAttempts(db: Database, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}
