import Bowser from "bowser";
import { and, desc, eq, gt, lt, ne } from "drizzle-orm";
import { AppError } from "#core/app-error.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { sessions } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import {
  ADMIN_SESSION_S,
  authRequest,
  CUSTOMER_SESSION_S,
  PROLONGED_EVERY_S,
} from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Actor, OpenSession } from "./actor.ts";
import { isSignedIn, visitor } from "./actor.ts";
/** Who sends a request, and by which session; null for a visitor. */
export type ActorAndSession = { actor: Actor; session: OpenSession | null };

const nobody: ActorAndSession = { actor: visitor, session: null };

/**
 * Who sends this request, from its cookies and the database of this moment: a revoked session or a role taken away counts at
 * once. An admin session older than 24 hours is ended and its owner a visitor, whatever prolonged it (specification 9).
 */
export async function findActorAndSession(
  deps: { auth: Auth; db: Database; clock: Clock },
  request: Request,
): Promise<ActorAndSession> {
  if (!request.headers.get("cookie")?.includes("session_token=")) return nobody;
  const found = await deps.auth.api.getSession({
    headers: request.headers,
    query: { disableCookieCache: true, disableRefresh: true },
  });
  if (!found) return nobody;
  const { id: userId, name, email, role } = found.user;
  const { id, token, createdAt, updatedAt, expiresAt } = found.session;
  const session = { id, updatedAt, expiresAt };
  if (role !== "admin") return { actor: { role: "customer", userId, name, email }, session };
  const age = deps.clock.now().getTime() - new Date(createdAt).getTime();
  if (age >= ADMIN_SESSION_S * 1000) {
    await deps.db.delete(sessions).where(eq(sessions.token, token));
    return nobody;
  }
  return { actor: { role: "admin", userId, name, email }, session };
}

/** Who sends this request, where its session does not matter. */
export async function findActor(
  deps: { auth: Auth; db: Database; clock: Clock },
  request: Request,
): Promise<Actor> {
  return (await findActorAndSession(deps, request)).actor;
}

/** Shorter names than Bowser's. */
const BROWSER_NAMES: Readonly<Record<string, string>> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  Chromium: "Chrome",
};

const SYSTEM_NAMES: Readonly<Record<string, string>> = { "Chrome OS": "ChromeOS", macOS: "Mac" };

/** A device as its owner knows it, such as 'Chrome on Android'; 'An unknown device' when the user agent names nothing known. */
export function deviceLabel(userAgent: string | null): string {
  // Bowser throws on an empty text.
  if (!userAgent) return "An unknown device";
  const { browser, os, platform } = Bowser.parse(userAgent);
  const name = browser.name && (BROWSER_NAMES[browser.name] ?? browser.name);
  const appleDevice = platform.type === "tablet" ? "iPad" : "iPhone";
  const system = os.name === "iOS" ? appleDevice : os.name && (SYSTEM_NAMES[os.name] ?? os.name);
  if (name && system) return `${name} on ${system}`;
  return name || system || "An unknown device";
}

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
