import { and, eq, ne } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { sessions } from "#db/schema/identity.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";

/** Which of the actor's own sessions end: one by its id, or all but the one that asks. */
export type SessionsToEnd = { one: string } | { allBut: string };

/** Ends sessions of the actor's own account at once and tells how many; somebody else's id ends nothing. */
export async function endSessions(
  deps: { db: Queryable },
  input: { actor: Actor; which: SessionsToEnd },
): Promise<Result<number, "forbidden">> {
  const { actor, which } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  const id = "one" in which ? which.one : which.allBut;
  if (!isId(id)) return ok(0);
  const ended = await deps.db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, actor.userId),
        "one" in which ? eq(sessions.id, id) : ne(sessions.id, id),
      ),
    )
    .returning({ id: sessions.id });
  return ok(ended.length);
}
