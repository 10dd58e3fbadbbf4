import { and, count, eq, isNotNull } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { authAccounts, passkeys, sessions, twoFactors } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";
import { consumeAppCode } from "./app-codes.server.ts";
import type { TooManyAttempts } from "./attempts.server.ts";
import { countAttempt, forgetAttempts } from "./attempts.server.ts";
import { CONFIRMED_FOR_MS, confirmSession } from "./confirmed-session.server.ts";
import { noteRefusal } from "./refused-rights.server.ts";

/** The limit holds for one session, for example on an unlocked phone, so that a thief uses up no guess of the owner's. */
const GUESSES = { most: 5, windowS: 15 * 60 };

export type Confirmation = "password" | "recent_sign_in" | "sign_in_again";

export type ConfirmIdentityFailure =
  | { code: "forbidden" | "wrong_password" | "sign_in_again" }
  | TooManyAttempts;

type Deps = { auth: Auth; db: Database; clock: Clock };
type Person = { actor: Actor; sessionId: string };

const guessesKey = (userId: string, sessionId: string) => `confirm|${userId}|${sessionId}`;

async function countProof(deps: Deps, key: string): Promise<Result<null, TooManyAttempts>> {
  const counted = await countAttempt(deps, key, GUESSES);
  if (!counted.ok) noteRefusal("proof-limit");
  return counted;
}

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
  return clock.now().getTime() - session.createdAt.getTime() < CONFIRMED_FOR_MS;
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
  const key = guessesKey(actor.userId, sessionId);
  const counted = await countProof(deps, key);
  if (!counted.ok) return counted;
  const { password: hasher } = await deps.auth.$context;
  if (!(await hasher.verify({ hash, password }))) {
    noteRefusal("proof-password");
    return fail({ code: "wrong_password" });
  }
  await forgetAttempts(deps.db, key);
  return ok(null);
}

/** What an account can prove itself with. */
type WaysToConfirm = { password: boolean; app: boolean; passkey: boolean };

/** The ways that the actor's account has; none for a visitor or an account of Google or Apple alone. */
export async function listWaysToConfirm(
  { db }: { db: Database },
  { actor }: { actor: Actor },
): Promise<WaysToConfirm> {
  if (!isSignedIn(actor)) return { password: false, app: false, passkey: false };
  const { userId } = actor;
  const isOfApp = and(eq(twoFactors.userId, userId), eq(twoFactors.verified, true));
  const [app] = await db.select({ rows: count() }).from(twoFactors).where(isOfApp);
  return {
    password: (await findPasswordHash(db, userId)) !== null,
    app: (app?.rows ?? 0) > 0,
    passkey: (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0,
  };
}

export type ProveIdentityFailure = ConfirmIdentityFailure | { code: "wrong_code" };

/**
 * Confirms the actor's session for ten minutes, by the password or by a code of the authenticator app, which is used up.
 * Wrong ones are counted together, at most five in 15 minutes for one session.
 */
export async function proveIdentity(
  deps: Deps,
  input: { actor: Actor; password: string; code: string },
): Promise<Result<null, ProveIdentityFailure>> {
  const { actor, code, password } = input;
  if (!isSignedIn(actor) || !actor.sessionId) return fail({ code: "forbidden" });
  const { sessionId, userId } = actor;
  if (code === "") {
    const confirmed = await confirmIdentity(deps, { actor, sessionId, password });
    if (confirmed.ok) await confirmSession(deps, { actor });
    return confirmed;
  }
  const key = guessesKey(userId, sessionId);
  const counted = await countProof(deps, key);
  if (!counted.ok) return counted;
  if (!(await consumeAppCode(deps, { userId, code }))) {
    noteRefusal("proof-code");
    return fail({ code: "wrong_code" });
  }
  await forgetAttempts(deps.db, key);
  await confirmSession(deps, { actor });
  return ok(null);
}
