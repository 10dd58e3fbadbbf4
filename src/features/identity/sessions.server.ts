import { and, desc, eq, gt, lt, ne } from "drizzle-orm";
import { AppError } from "#core/app-error.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { sessions } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { authRequest, CUSTOMER_SESSION_S, PROLONGED_EVERY_S } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Actor, OpenSession } from "./actor.ts";
import { isSignedIn } from "./actor.ts";

/** Ends the browser's session in the database and gives the cookies that clear it; without a session there is nothing to end and all is well. */
export async function signOut(
  deps: { auth: Auth },
  input: { request: Request },
): Promise<Result<{ cookies: readonly string[] }, { code: "foreign_origin" }>> {
  const response = await deps.auth.handler(authRequest(input.request, "/sign-out", {}));
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (!response.ok) throw new AppError("internal", "The session could not be ended");
  return ok({ cookies: response.headers.getSetCookie() });
}

/**
 * Prolongs a customer's session by this visit, at most once a day, and gives the cookies to set; none when it is not yet time, which
 * is told from the session as it was found. For customers only: an admin's session ends a day after it began.
 */
export async function prolongSession(
  deps: { auth: Auth; clock: Clock },
  input: { session: OpenSession; request: Request },
): Promise<readonly string[]> {
  const { session, request } = input;
  const dueMs = session.expiresAt.getTime() - (CUSTOMER_SESSION_S - PROLONGED_EVERY_S) * 1000;
  if (deps.clock.now().getTime() < dueMs) return [];
  const answer = await deps.auth.api.getSession({
    headers: request.headers,
    query: { disableCookieCache: true },
    asResponse: true,
  });
  const prolonged: unknown = answer.ok ? await answer.json() : null;
  return prolonged === null ? [] : answer.headers.getSetCookie();
}

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
