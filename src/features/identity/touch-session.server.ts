import { and, eq, lt } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { sessions } from "#db/schema/identity.server.ts";
import type { Clock } from "#platform/clock.server.ts";

/** A row is not written more often than this, in milliseconds. */
const EXACT_TO_MS = 5 * 60 * 1000;

/** Remembers that a session was used, to five minutes; how long it lives is not touched. */
export async function touchSession(
  deps: { db: Queryable; clock: Clock },
  input: { sessionId: string },
): Promise<void> {
  const now = deps.clock.now();
  await deps.db
    .update(sessions)
    .set({ updatedAt: now })
    .where(
      and(
        eq(sessions.id, input.sessionId),
        lt(sessions.updatedAt, new Date(now.getTime() - EXACT_TO_MS)),
      ),
    );
}
