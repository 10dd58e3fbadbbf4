import { eq } from "drizzle-orm";
import { AppError } from "#core/app-error.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { passwordResetRequests, profiles, verifications } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { authRequest, rateLimitKey } from "#platform/auth.server.ts";
import { findResetTokenOwner } from "#platform/auth-internals.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { passwordError } from "./account-input.ts";
import type { TooManyAttempts } from "./attempts.server.ts";
import { accountKey, countAttempt, forgetAttempts } from "./attempts.server.ts";
import { loadPasswordLists } from "./common-passwords.server.ts";
import { endStrangersRights } from "./end-strangers-rights.server.ts";
import { deviceSecretsOf, findDeviceOf } from "./known-device.server.ts";
import { findNamedAccount, guessesKey } from "./sign-in-limits.server.ts";

const PATH = "/request-password-reset";

/** One account gets four at once, then one per quarter hour, within a link's hour. */
const FOR_ONE_ACCOUNT = { most: 4, windowS: 60 * 60 };
const FURTHER_FOR_ONE_ACCOUNT = { most: 1, windowS: 15 * 60 };

/** From a browser that the account knows. */
const FROM_KNOWN_DEVICE = { most: 4, windowS: 60 * 60 };

/** Requests are counted per IP address. */
const FROM_ONE_ADDRESS = { most: 20, windowS: 60 * 60 };

type RequestDeps = { auth: Auth; db: Database; jobs: JobQueue; clock: Clock };

/** Whether another link is sent. */
async function isLinkDue(
  deps: RequestDeps,
  { email, device }: { email: string; device: string | null },
): Promise<boolean> {
  const account = `account|${PATH}|${accountKey(email)}`;
  const counts = [
    ...(device ? [[`${account}|${device}`, FROM_KNOWN_DEVICE] as const] : []),
    [account, FOR_ONE_ACCOUNT] as const,
    [`${account}|further`, FURTHER_FOR_ONE_ACCOUNT] as const,
  ];
  for (const [key, limit] of counts) if ((await countAttempt(deps, key, limit)).ok) return true;
  return false;
}

/**
 * Records a reset request; a job finds the account and emails, so unknown emails cost and respond alike.
 * Beyond the limit requests are accepted without an email and earlier links stay valid, so that strangers can
 * neither fill the mailbox nor lock out the owner.
 */
export async function requestPasswordReset(
  deps: RequestDeps,
  input: { email: string; request: Request },
): Promise<Result<null, TooManyAttempts>> {
  const { auth, db, jobs, clock } = deps;
  const { request } = input;
  const email = input.email.toLowerCase();
  const account = await findNamedAccount(db, { by: "email", name: email });
  const now = clock.now();
  const userId = account?.userId ?? "";
  const device = findDeviceOf(deviceSecretsOf(auth), { request, userId, now });
  if (!device) {
    const fromHere = await countAttempt(deps, rateLimitKey(auth, request, PATH), FROM_ONE_ADDRESS);
    if (!fromHere.ok) return fromHere;
  }
  if (!(await isLinkDue(deps, { email, device }))) return ok(null);
  const id = newId();
  await db.transaction(async (tx) => {
    await tx.insert(passwordResetRequests).values({ id, email, createdAt: now });
    await jobs.send("send-reset-link", { requestId: id }, tx);
  });
  return ok(null);
}

type Deps = { auth: Auth; db: Database; clock: Clock };

/** The link is used, expired or invalid, or the password refused. */
export type ResetPasswordFailure =
  | { code: "dead_link" }
  | { code: "weak_password"; reasons: string }
  | { code: "foreign_origin" }
  | TooManyAttempts;

/** Finds a working reset link's account; null when the link was used, is older than an hour or is invalid. */
export async function findResetLink(
  deps: Deps,
  token: string,
): Promise<{ userId: string; email: string; names: string[] } | null> {
  if (!/^[\w-]{16,64}$/.test(token)) return null;
  const ownerId = await findResetTokenOwner(deps.auth, token, deps.clock.now());
  if (ownerId === null) return null;
  const [account] = await deps.db
    .select({
      userId: profiles.id,
      email: profiles.email,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
    })
    .from(profiles)
    .where(eq(profiles.id, ownerId));
  if (!account) return null;
  const { userId, email, firstName, lastName } = account;
  return { userId, email, names: [firstName, lastName] };
}

/**
 * Sets a new password by a link, once; ends sessions and links and confirms the email. Of an account that nobody had confirmed it
 * also ends what a stranger may have left there (`endStrangersRights`). A refused password keeps the link. Returns the account.
 */
export async function resetPassword(
  deps: Deps,
  input: { token: string; password: string; request: Request },
): Promise<Result<{ userId: string }, ResetPasswordFailure>> {
  const { token, password, request } = input;
  const account = await findResetLink(deps, token);
  if (!account) return fail({ code: "dead_link" });
  const reasons = passwordError(password, account, await loadPasswordLists(deps.db));
  if (reasons) return fail({ code: "weak_password", reasons });
  const body = { newPassword: password, token };
  const response = await deps.auth.handler(authRequest(request, "/reset-password", body));
  if (response.status === 429) {
    const seconds = Number(response.headers.get("x-retry-after"));
    return fail({ code: "too_many_attempts", retryAfterSeconds: Math.max(1, seconds || 60) });
  }
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (response.status >= 500) throw new AppError("internal", "The password could not be set");
  if (!response.ok) return fail({ code: "dead_link" });
  const { db } = deps;
  await db.transaction((tx) => confirmByReset(tx, account.userId));
  await forgetAttempts(db, guessesKey(account.userId));
  return ok({ userId: account.userId });
}

/** The link proves the mailbox as the one that confirms does, so it ends as much of a stranger's (ADR 0095). */
async function confirmByReset(tx: Transaction, userId: string): Promise<void> {
  const [account] = await tx
    .select({ isConfirmed: profiles.emailVerified, role: profiles.role })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("update");
  if (account?.isConfirmed === false && account.role === "customer") {
    await endStrangersRights(tx, userId);
  }
  await tx.delete(verifications).where(eq(verifications.value, userId));
  await tx.update(profiles).set({ emailVerified: true }).where(eq(profiles.id, userId));
}
