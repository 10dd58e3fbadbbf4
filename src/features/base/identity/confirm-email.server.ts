import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { authAccounts, profiles, sessions } from "#db/schema/identity.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { readConfirmationToken } from "#platform/auth-internals.server.ts";
import { passwordError } from "./account-input.ts";
import type { Actor } from "./actor.ts";
import { isSignedIn } from "./actor.ts";
import { announceOwnChange } from "./announce-own-change.server.ts";
import type { TooManyAttempts } from "./attempts.server.ts";
import { countAttempt, forgetAttempts } from "./attempts.server.ts";
import { loadPasswordLists } from "./common-passwords.server.ts";
import { ownPasswordOf, writePassword } from "./credentials.server.ts";
import { endOtherWaysThan, endStrangersRights } from "./end-strangers-rights.server.ts";
import { guessesKey } from "./sign-in-limits.server.ts";

type Deps = EmailDeps & { auth: Auth };

/** Each costs a slow hash. */
const PASSWORDS_AN_HOUR = { most: 20, windowS: 60 * 60 };

/** The account that a link confirms. `asksPassword`: this browser is not signed in to it. */
export type ConfirmationLink = {
  userId: string;
  email: string;
  isConfirmed: boolean;
  asksPassword: boolean;
};

type Linked = Pick<ConfirmationLink, "userId" | "email" | "isConfirmed"> & {
  role: "customer" | "admin";
  names: string[];
};

async function findLinked(
  { auth, db }: { auth: Auth; db: Queryable },
  token: string,
): Promise<Linked | null> {
  const email = await readConfirmationToken(auth, token);
  if (email === null) return null;
  const [account] = await db
    .select({
      userId: profiles.id,
      email: profiles.email,
      isConfirmed: profiles.emailVerified,
      role: profiles.role,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
    })
    .from(profiles)
    .where(eq(profiles.email, email));
  if (!account) return null;
  const { firstName, isConfirmed, lastName, role, userId } = account;
  return { userId, email, isConfirmed, role, names: [firstName, lastName] };
}

const isOwnOf = (actor: Actor, { userId }: Linked) => isSignedIn(actor) && actor.userId === userId;

/**
 * Finds what a mailed link confirms; null when it is older than three days, altered, or its account is gone. Staff confirm only
 * where they are signed in: no link gives them a password.
 */
export async function findConfirmationLink(
  deps: Pick<Deps, "auth" | "db">,
  { actor, token }: { actor: Actor; token: string },
): Promise<ConfirmationLink | null> {
  const linked = await findLinked(deps, token);
  if (!linked) return null;
  const { email, isConfirmed, role, userId } = linked;
  const asksPassword = !isOwnOf(actor, linked) && !isConfirmed;
  if (asksPassword && role === "admin") return null;
  return { userId, email, isConfirmed, asksPassword };
}

export type ConfirmEmailFailure =
  | { code: "dead_link" }
  | { code: "password_missing" }
  | { code: "weak_password"; reasons: string }
  | TooManyAttempts;

/** `password`: whether the link's holder gave one that the account had, or a new one. */
export type Confirmed = { userId: string; email: string; password: "none" | "known" | "new" };

/**
 * Confirms an email by its token, valid three days. Anybody may register with somebody else's email, so the mailbox alone is not
 * enough: who presses is signed in to the account in this browser, or gives a password. The account's own password changes nothing
 * else. Any other becomes its password, and ends every way in from before: sessions, passkeys, an app, providers and links, and
 * what was left in it (`endStrangersRights`). So afterwards nobody but the mailbox's holder has a way in that she did not give away,
 * and nothing is ordered with what another entered (ADR 0095). Repeated, it changes nothing; the link of a confirmed email sets no
 * password. Signs nobody in.
 */
export async function confirmEmail(
  deps: Deps,
  input: { actor: Actor; token: string; password: string },
): Promise<Result<Confirmed, ConfirmEmailFailure>> {
  const { actor, password, token } = input;
  const linked = await findLinked(deps, token);
  if (!linked) return fail({ code: "dead_link" });
  const { email, isConfirmed, userId } = linked;
  if (isConfirmed) return ok({ userId, email, password: "none" });
  if (isOwnOf(actor, linked)) {
    await deps.db.update(profiles).set({ emailVerified: true }).where(eq(profiles.id, userId));
    return ok({ userId, email, password: "none" });
  }
  if (linked.role === "admin") return fail({ code: "dead_link" });
  if (password === "") return fail({ code: "password_missing" });
  const counted = await countAttempt(deps, `confirm-with-password|${userId}`, PASSWORDS_AN_HOUR);
  if (!counted.ok) return counted;
  return confirmWithPassword(deps, linked, password);
}

async function confirmWithPassword(
  deps: Deps,
  linked: Linked,
  password: string,
): Promise<Result<Confirmed, ConfirmEmailFailure>> {
  const { email, names, userId } = linked;
  const { password: hasher } = await deps.auth.$context;
  const [own] = await deps.db
    .select({ hash: authAccounts.password })
    .from(authAccounts)
    .where(ownPasswordOf(userId));
  const former = own?.hash ?? null;
  const isKnown = former !== null && (await hasher.verify({ hash: former, password }));
  if (!isKnown) {
    const reasons = passwordError(password, { email, names }, await loadPasswordLists(deps.db));
    if (reasons) return fail({ code: "weak_password", reasons });
  }
  const hash = isKnown ? null : await hasher.hash(password);
  return inTransaction(deps.db, async (tx): Promise<Result<Confirmed, ConfirmEmailFailure>> => {
    const [account] = await tx
      .select({ isConfirmed: profiles.emailVerified, name: profiles.name })
      .from(profiles)
      .where(eq(profiles.id, userId))
      .for("update");
    if (!account) return fail({ code: "dead_link" });
    // Another press came first, and its password stays.
    if (account.isConfirmed) return ok({ userId, email, password: "none" });
    await tx.update(profiles).set({ emailVerified: true }).where(eq(profiles.id, userId));
    if (hash === null) {
      await endOtherWaysThan(tx, userId);
      return ok({ userId, email, password: "known" });
    }
    await writePassword(tx, userId, hash);
    await endStrangersRights(tx, userId);
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await forgetAttempts(tx, guessesKey(userId));
    const actor = { role: "customer", userId, name: account.name, email } as const;
    await announceOwnChange(tx, deps, { actor, change: "password-chosen" });
    return ok({ userId, email, password: "new" });
  });
}
