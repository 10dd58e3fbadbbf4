import { and, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import { sessions } from "#db/schema/identity.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";

/** How long a proof counts: a sign-in, a password, a code or a passkey (OWASP ASVS 5.0, 7.5.1). */
export const CONFIRMED_FOR_MS = 10 * 60 * 1000;

export type ConfirmDeps = { db: Queryable; clock: Clock };

/**
 * Whether the actor's own session proved a password or a factor in the last ten minutes. Signing in is such a proof. A
 * stolen cookie alone is not, and neither is an actor without a session.
 */
export async function isConfirmed(
  { clock, db }: ConfirmDeps,
  { actor }: { actor: Actor },
): Promise<boolean> {
  if (!isSignedIn(actor) || !isId(actor.sessionId ?? "")) return false;
  const [session] = await db
    .select({ createdAt: sessions.createdAt, confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(and(eq(sessions.id, actor.sessionId ?? ""), eq(sessions.userId, actor.userId)));
  if (!session) return false;
  const provedMs = Math.max(session.createdAt.getTime(), session.confirmedAt?.getTime() ?? 0);
  return clock.now().getTime() - provedMs < CONFIRMED_FOR_MS;
}

/** Stores that the actor's session proved its holder now. */
export async function confirmSession(
  { clock, db }: ConfirmDeps,
  { actor }: { actor: Actor },
): Promise<void> {
  if (!isSignedIn(actor) || !isId(actor.sessionId ?? "")) return;
  await db
    .update(sessions)
    .set({ confirmedAt: clock.now() })
    .where(and(eq(sessions.id, actor.sessionId ?? ""), eq(sessions.userId, actor.userId)));
}
