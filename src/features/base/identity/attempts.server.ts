import { createHash } from "node:crypto";
import { eq, lt, or, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { rateLimits } from "#db/schema/identity.server.ts";
import type { Clock } from "#platform/clock.server.ts";

/** The window begins with the first attempt. */
export type AttemptLimit = { most: number; windowS: number };

export type TooManyAttempts = { code: "too_many_attempts"; retryAfterSeconds: number };

/** A hashed email: the table holds no emails, and unknown accounts count alike. */
export function accountKey(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}

/**
 * The key of what is sent in the name of an email from one network. A stranger who uses up her own limit with another person's email
 * leaves that person's limit as it is.
 */
export const senderKey = (what: string, email: string, network: string): string =>
  [what, accountKey(email), network].join("|");

/**
 * Counts an attempt under a key and refuses excess. In better-auth's table, for all processes; it clears rows
 * after its longest window, an hour.
 */
export async function countAttempt(
  deps: { db: Queryable; clock: Clock },
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
        // Further attempts do not prolong the window.
        lastRequest: sql`case when ${isOver} then ${nowMs} else ${rateLimits.lastRequest} end`,
      },
    })
    .returning({ count: rateLimits.count, startMs: rateLimits.lastRequest });
  if (!row || row.count <= limit.most) return ok(null);
  const leftS = Math.ceil((row.startMs + windowMs - nowMs) / 1000);
  return fail({ code: "too_many_attempts", retryAfterSeconds: Math.max(1, leftS) });
}

/** Starts the count of a key again. */
export async function forgetAttempts(db: Database, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

/**
 * Deletes an account's and its email's counters, with IP addresses in their keys. Id and hash are whole parts
 * of a key.
 */
export async function eraseAttempts(
  db: Queryable,
  { email, userId }: { email: string; userId: string | null },
): Promise<void> {
  const isPart = (name: string) =>
    sql`${name}::text = any(string_to_array(${rateLimits.key}, '|'))`;
  const byEmail = isPart(accountKey(email));
  await db.delete(rateLimits).where(userId ? or(byEmail, isPart(userId)) : byEmail);
}

const MAX_WINDOW_MS = 60 * 60 * 1000;

/** Deletes ended counters of accounts and requests (server/http/request-counters). */
export async function clearOldAttempts(deps: { db: Database; clock: Clock }): Promise<void> {
  const oldest = deps.clock.now().getTime() - MAX_WINDOW_MS;
  await deps.db.delete(rateLimits).where(lt(rateLimits.lastRequest, oldest));
}
