import { and, eq, isNotNull } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { authAccounts, sessions } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";
import type { TooManyAttempts } from "./attempts.server.ts";
import { countAttempt, forgetAttempts } from "./attempts.server.ts";

/** Replaces the password of accounts without one (Google, Apple). */
const RECENT_SIGN_IN_MS = 10 * 60 * 1000;

/** The limit holds for whoever has the session, for example on an unlocked phone. */
const GUESSES = { most: 5, windowS: 15 * 60 };

export type Confirmation = "password" | "recent_sign_in" | "sign_in_again";

export type ConfirmIdentityFailure =
  | { code: "forbidden" | "wrong_password" | "sign_in_again" }
  | TooManyAttempts;

type Deps = { auth: Auth; db: Database; clock: Clock };
type Person = { actor: Actor; sessionId: string };

async function findPasswordHash(db: Database, userId: string): Promise<string | null> {
  const [account] = await db
    .select({ hash: authAccounts.password })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), isNotNull(authAccounts.password)));
  return account?.hash ?? null;
}

async function isRecent({ clock, db }: Deps, userId: string, sessionId: string): Promise<boolean> {
  const [session] = await db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  if (!session) return false;
  return clock.now().getTime() - session.createdAt.getTime() < RECENT_SIGN_IN_MS;
}

/** What the actor must do before an irreversible step. */
export async function findConfirmation(deps: Deps, person: Person): Promise<Confirmation> {
  const { actor, sessionId } = person;
  if (!isSignedIn(actor)) return "sign_in_again";
  if (await findPasswordHash(deps.db, actor.userId)) return "password";
  return (await isRecent(deps, actor.userId, sessionId)) ? "recent_sign_in" : "sign_in_again";
}

/**
 * Confirms the account's owner: by password, at most five guesses in 15 minutes; without one by a sign-in in
 * the last ten (OWASP ASVS 5.0, 7.5.1).
 */
export async function confirmIdentity(
  deps: Deps,
  input: Person & { password: string },
): Promise<Result<null, ConfirmIdentityFailure>> {
  const { actor, password, sessionId } = input;
  if (!isSignedIn(actor)) return fail({ code: "forbidden" });
  const hash = await findPasswordHash(deps.db, actor.userId);
  if (hash === null) {
    const recent = await isRecent(deps, actor.userId, sessionId);
    return recent ? ok(null) : fail({ code: "sign_in_again" });
  }
  const key = `confirm|${actor.userId}`;
  const counted = await countAttempt(deps, key, GUESSES);
  if (!counted.ok) return counted;
  const { password: hasher } = await deps.auth.$context;
  if (!(await hasher.verify({ hash, password }))) return fail({ code: "wrong_password" });
  await forgetAttempts(deps.db, key);
  return ok(null);
}
