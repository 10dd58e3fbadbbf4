import { and, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import { sessions } from "#db/schema/identity.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Actor, SignedIn } from "./actor.ts";
import { isSignedIn } from "./actor.ts";
import { noteRefusal } from "./refused-rights.server.ts";

/** How long a proof counts: a sign-in, a password, a code or a passkey (OWASP ASVS 5.0, 7.5.1). */
export const CONFIRMED_FOR_MS = 10 * 60 * 1000;

export type ConfirmDeps = { db: Queryable; clock: Clock };

/**
 * Whether the actor's own session proved a password or a factor in the last ten minutes. Signing in is such a proof. A
 * stolen cookie alone is not, and neither is an actor without a session. Activity shows that a proof was missing.
 */
export async function isConfirmed(
  { clock, db }: ConfirmDeps,
  { actor }: { actor: Actor },
): Promise<boolean> {
  const provedMs = isSignedIn(actor) ? await findProof(db, actor) : null;
  const isRecent = provedMs !== null && clock.now().getTime() - provedMs < CONFIRMED_FOR_MS;
  if (!isRecent) noteRefusal("unconfirmed");
  return isRecent;
}

/** When the session of the actor proved its holder last; null without a session. */
async function findProof(db: Queryable, actor: SignedIn): Promise<number | null> {
  if (!isId(actor.sessionId ?? "")) return null;
  const [session] = await db
    .select({ createdAt: sessions.createdAt, confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(and(eq(sessions.id, actor.sessionId ?? ""), eq(sessions.userId, actor.userId)));
  if (!session) return null;
  return Math.max(session.createdAt.getTime(), session.confirmedAt?.getTime() ?? 0);
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
