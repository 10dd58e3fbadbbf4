import { and, desc, eq, gt } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { sessions } from "#db/schema/identity.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";

/** One place where the account is signed in. */
export type MySession = { id: string; userAgent: string | null; lastUsedAt: Date; createdAt: Date };

/** Where the actor is signed in now, last used first. */
export async function listMySessions(
  deps: { db: Queryable; clock: Clock },
  input: { actor: Actor },
): Promise<Result<MySession[], "forbidden">> {
  if (!isSignedIn(input.actor)) return fail("forbidden");
  return ok(
    await deps.db
      .select({
        id: sessions.id,
        userAgent: sessions.userAgent,
        lastUsedAt: sessions.updatedAt,
        createdAt: sessions.createdAt,
      })
      .from(sessions)
      .where(and(eq(sessions.userId, input.actor.userId), gt(sessions.expiresAt, deps.clock.now())))
      .orderBy(desc(sessions.updatedAt)),
  );
}
