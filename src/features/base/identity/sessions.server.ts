import Bowser from "bowser";
import { and, desc, eq, gt, lt, ne } from "drizzle-orm";
import { AppError } from "#core/app-error.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { SessionDuration, SessionEnd } from "#core/session-limits.ts";
import {
  IDLE_LIMITS,
  SESSION_LIFE,
  SHORTEST_IDLE_S,
  secondsOf,
  sessionHolder,
  sessionLimitsMessage,
} from "#core/session-limits.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { profiles, sessions } from "#db/schema/identity.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { authRequest, CUSTOMER_SESSION_S, PROLONGED_EVERY_S } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Actor, OpenSession, SignedIn } from "./actor.ts";
import { isSignedIn, visitor } from "./actor.ts";
import { inBrowser } from "./browser-proof.server.ts";

/** A session that ended by itself, and whose it was. */
export type EndedSession = SessionEnd & { sessionId: string; userId: string };

/** `session` is null for a visitor. `ended` is the session that the request would have had. */
export type ActorAndSession = {
  actor: Actor;
  session: OpenSession | null;
  ended: EndedSession | null;
};

const nobody: ActorAndSession = { actor: visitor, session: null, ended: null };

type Deps = { auth: Auth; db: Database; clock: Clock };

/**
 * Determines a request's actor by cookies and database, so that revoked sessions and roles count at once, and the browser that it
 * proves to come from. A session beyond its life (`SESSION_LIFE`) or its idle limit (`IDLE_LIMITS` and the owner's choice) is
 * nobody's. Reading is no use: `touchSession` records one.
 */
export async function findActorAndSession(deps: Deps, request: Request): Promise<ActorAndSession> {
  const found = await findSession(deps, request);
  const https = deps.auth.options.baseURL.startsWith("https://");
  return { ...found, actor: inBrowser(found.actor, request, { https }) };
}

async function findSession(deps: Deps, request: Request): Promise<ActorAndSession> {
  if (!request.headers.get("cookie")?.includes("session_token=")) return nobody;
  const found = await deps.auth.api.getSession({
    headers: request.headers,
    query: { disableCookieCache: true, disableRefresh: true },
  });
  if (!found) return nobody;
  const { id: userId, name, email, role } = found.user;
  const { id, token, createdAt, updatedAt, expiresAt } = found.session;
  const isStaff = role === "admin";
  const times = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
  const end = await findEnd(deps, { userId, role: isStaff ? "admin" : "customer", ...times });
  if (end?.why === "over") await deps.db.delete(sessions).where(eq(sessions.token, token));
  if (end) return { actor: visitor, session: null, ended: { ...end, sessionId: id, userId } };
  const person = { userId, name, email, sessionId: id };
  return {
    actor: isStaff ? { role: "admin", ...person } : { role: "customer", ...person },
    session: { id, updatedAt, expiresAt },
    ended: null,
  };
}

/** How and when a session ended by itself; null while it is open. A session in use costs no statement. */
async function findEnd(
  { clock, db }: Pick<Deps, "clock" | "db">,
  session: {
    userId: string;
    role: keyof typeof SESSION_LIFE;
    createdAt: Date;
    updatedAt: Date;
  },
): Promise<SessionEnd | null> {
  const { createdAt, role, updatedAt, userId } = session;
  const nowMs = clock.now().getTime();
  const life = SESSION_LIFE[role];
  if (nowMs - createdAt.getTime() >= secondsOf(life) * 1000) return { why: "over", after: life };
  const unusedMs = nowMs - updatedAt.getTime();
  if (unusedMs < SHORTEST_IDLE_S * 1000) return null;
  const idle = await findIdleLimit(db, userId);
  return unusedMs >= secondsOf(idle) * 1000 ? { why: "unused", after: idle } : null;
}

/** How long a session of the account stays open unused: the owner's choice for its holder. */
async function findIdleLimit(db: Queryable, userId: string): Promise<SessionDuration> {
  const { isAtelier, isOwner, role } = profiles;
  const [account] = await db
    .select({ isAtelier, isOwner, role })
    .from(profiles)
    .where(eq(profiles.id, userId));
  const security = await getSettings(db, "security");
  return security[IDLE_LIMITS[account ? sessionHolder(account) : "admin"].setting];
}

/** Deletes a session that ended by itself, so that a longer limit, chosen later, does not open it again. */
export async function deleteEndedSession(
  { db }: { db: Queryable },
  { sessionId }: EndedSession,
): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Does the same as findActorAndSession, without the session. */
export async function findActor(deps: Deps, request: Request): Promise<Actor> {
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

/** Lists the actor's sessions that are open, the last used first. */
export async function listMySessions(
  deps: { db: Queryable; clock: Clock },
  input: { actor: Actor },
): Promise<Result<MySession[], "forbidden">> {
  const { actor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  const now = deps.clock.now();
  const idle = await findIdleLimit(deps.db, actor.userId);
  const before = (duration: SessionDuration) =>
    new Date(now.getTime() - secondsOf(duration) * 1000);
  return ok(
    await deps.db
      .select({
        id: sessions.id,
        userAgent: sessions.userAgent,
        lastUsedAt: sessions.updatedAt,
        createdAt: sessions.createdAt,
      })
      .from(sessions)
      .where(
        and(
          eq(sessions.userId, actor.userId),
          gt(sessions.expiresAt, now),
          gt(sessions.createdAt, before(SESSION_LIFE[actor.role])),
          gt(sessions.updatedAt, before(idle)),
        ),
      )
      .orderBy(desc(sessions.updatedAt)),
  );
}

/** Says in a sentence when a session of the actor's account ends, as the owner chose. */
export async function describeMySessionLimits(
  { db }: { db: Queryable },
  { actor }: { actor: SignedIn },
): Promise<string> {
  return sessionLimitsMessage(actor.role, await findIdleLimit(db, actor.userId));
}
