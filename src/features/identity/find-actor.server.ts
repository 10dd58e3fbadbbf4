import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { sessions } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { ADMIN_SESSION_S } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Actor } from "./actor.ts";
import { visitor } from "./actor.ts";

/**
 * Who sends this request, from its cookies and the database of this moment: a revoked session or a role taken away counts at
 * once. An admin session older than 24 hours is ended and its owner a visitor, whatever prolonged it (specification 9).
 */
export async function findActor(
  deps: { auth: Auth; db: Database; clock: Clock },
  request: Request,
): Promise<Actor> {
  if (!request.headers.get("cookie")?.includes("session_token=")) return visitor;
  const found = await deps.auth.api.getSession({
    headers: request.headers,
    query: { disableCookieCache: true, disableRefresh: true },
  });
  if (!found) return visitor;
  const { id: userId, name, email, role } = found.user;
  if (role !== "admin") return { role: "customer", userId, name, email };
  const age = deps.clock.now().getTime() - new Date(found.session.createdAt).getTime();
  if (age >= ADMIN_SESSION_S * 1000) {
    await deps.db.delete(sessions).where(eq(sessions.token, found.session.token));
    return visitor;
  }
  return { role: "admin", userId, name, email };
}
