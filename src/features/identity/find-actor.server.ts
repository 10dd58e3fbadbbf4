import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { sessions } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { ADMIN_SESSION_S } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Actor, OpenSession } from "./actor.ts";
import { visitor } from "./actor.ts";

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
