import { and, eq, lt } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { sessions } from "#db/schema/identity.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { OpenSession } from "./actor.ts";

/** A row is not written more often than this, in milliseconds. */
const EXACT_TO_MS = 5 * 60 * 1000;

/** Remembers that a session was used, to five minutes; how long it lives is not touched. */
export async function touchSession(
  deps: { db: Queryable; clock: Clock },
  input: { session: OpenSession },
): Promise<void> {
  const now = deps.clock.now();
  const { id, updatedAt } = input.session;
  if (now.getTime() - updatedAt.getTime() < EXACT_TO_MS) return;
  await deps.db
    .update(sessions)
    .set({ updatedAt: now })
    .where(and(eq(sessions.id, id), lt(sessions.updatedAt, new Date(now.getTime() - EXACT_TO_MS))));
}
