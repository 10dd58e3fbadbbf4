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
import { inBrowser } from "./browser-proof.server.ts";

/** `session` is null for a visitor. */
export type ActorAndSession = { actor: Actor; session: OpenSession | null };

const nobody: ActorAndSession = { actor: visitor, session: null };

/**
 * Determines a request's actor by cookies and database, so that revoked sessions and roles count at once, and the browser that it
 * proves to come from. Ends admin sessions older than 24 hours (specification 9).
 */
export async function findActorAndSession(
  deps: { auth: Auth; db: Database; clock: Clock },
  request: Request,
): Promise<ActorAndSession> {
  const { actor, session } = await findSession(deps, request);
  const https = deps.auth.options.baseURL.startsWith("https://");
  return { actor: inBrowser(actor, request, { https }), session };
}

async function findSession(
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
  if (role !== "admin")
    return { actor: { role: "customer", userId, name, email, sessionId: id }, session };
  const age = deps.clock.now().getTime() - new Date(createdAt).getTime();
  if (age >= ADMIN_SESSION_S * 1000) {
    await deps.db.delete(sessions).where(eq(sessions.token, token));
    return nobody;
  }
  return { actor: { role: "admin", userId, name, email, sessionId: id }, session };
}

/** Does the same as findActorAndSession, without the session. */
export async function findActor(
  deps: { auth: Auth; db: Database; clock: Clock },
  request: Request,
): Promise<Actor> {
  return (await findActorAndSession(deps, request)).actor;
}

/** The names are shorter than Bowser's. */
const BROWSER_NAMES: Readonly<Record<string, string>> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  Chromium: "Chrome",
};

const SYSTEM_NAMES: Readonly<Record<string, string>> = { "Chrome OS": "ChromeOS", macOS: "Mac" };

/** Writes 'Chrome on Android'. */
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

/** Ends the session; returns clearing cookies. */
export async function signOut(
  deps: { auth: Auth },
  input: { request: Request },
): Promise<Result<{ cookies: readonly string[] }, { code: "foreign_origin" }>> {
  const response = await deps.auth.handler(authRequest(input.request, "/sign-out", {}));
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (!response.ok) throw new AppError("internal", "The session could not be ended");
  return ok({ cookies: response.headers.getSetCookie() });
}

/** Prolongs a customer's session, at most daily; returns cookies. Not for admins. */
export async function prolongSession(
  deps: { auth: Auth; clock: Clock },
  input: { session: OpenSession; request: Request },
): Promise<readonly string[]> {
  const { session, request } = input;
  const dueMs = session.expiresAt.getTime() - (CUSTOMER_SESSION_S - PROLONGED_EVERY_S) * 1000;
  if (deps.clock.now().getTime() < dueMs) return [];
  const response = await deps.auth.api.getSession({
    headers: request.headers,
    query: { disableCookieCache: true },
    asResponse: true,
  });
  const prolonged: unknown = response.ok ? await response.json() : null;
  return prolonged === null ? [] : response.headers.getSetCookie();
}

/** Limits how often a row is written. */
const EXACT_TO_MS = 5 * 60 * 1000;

/** Records a session's use within five minutes; does not prolong it. */
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

export type SessionsToEnd = { one: string } | { allBut: string };

/** Ends the actor's sessions; returns how many. */
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

export type MySession = { id: string; userAgent: string | null; lastUsedAt: Date; createdAt: Date };

/** Lists the session that was last used first. */
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
