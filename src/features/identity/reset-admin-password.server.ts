import { and, asc, eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { authAccounts, profiles, sessions, verifications } from "#db/schema/identity.server.ts";
import { auditLog } from "#db/schema/settings.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { passwordError } from "./account-input.ts";
import { forgetAttempts } from "./attempts.server.ts";
import { generatePassword } from "./generate-password.server.ts";
import { guessesKey } from "./sign-in-customer.server.ts";

/** Why no password was set. */
export type ResetFailure =
  | { code: "no_admin" }
  | { code: "which_admin"; usernames: string[] }
  | { code: "unknown_admin"; usernames: string[] }
  | { code: "weak_password"; reasons: string };

type Admin = { id: string; username: string; email: string };

async function listAdmins(tx: Transaction): Promise<Admin[]> {
  const rows = await tx
    .select({
      id: profiles.id,
      email: profiles.email,
      name: profiles.displayUsername,
      username: profiles.username,
    })
    .from(profiles)
    .where(eq(profiles.role, "admin"))
    .orderBy(asc(profiles.username));
  return rows.map(({ name, username, ...row }) => ({ ...row, username: name ?? username ?? "" }));
}

async function findAdmin(
  tx: Transaction,
  username: string | null,
): Promise<Result<Admin, ResetFailure>> {
  const admins = await listAdmins(tx);
  const usernames = admins.map((admin) => admin.username);
  const [first] = admins;
  if (!first) return fail({ code: "no_admin" });
  if (username === null) {
    return admins.length === 1 ? ok(first) : fail({ code: "which_admin", usernames });
  }
  const found = admins.find((admin) => admin.username.toLowerCase() === username.toLowerCase());
  return found ? ok(found) : fail({ code: "unknown_admin", usernames });
}

async function writePassword(tx: Transaction, userId: string, hash: string): Promise<void> {
  const written = await tx
    .update(authAccounts)
    .set({ password: hash })
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, "credential")))
    .returning({ id: authAccounts.id });
  if (written.length > 0) return;
  await tx
    .insert(authAccounts)
    .values({ userId, accountId: userId, providerId: "credential", password: hash });
}

/**
 * Gives an admin a new password, generated unless one is given, and ends every session and link of theirs (decision D1). For whoever sits at
 * the shop's own machine: it asks for no old password. Without a username it is the only admin there is.
 */
export async function resetAdminPassword(
  deps: { db: Database; auth: Auth },
  input: { username: string | null; password: string | null },
): Promise<Result<{ username: string; password: string }, ResetFailure>> {
  const password = input.password ?? generatePassword();
  const { password: hasher } = await deps.auth.$context;
  const hash = await hasher.hash(password);
  return deps.db.transaction(async (tx) => {
    const admin = await findAdmin(tx, input.username);
    if (!admin.ok) return admin;
    const { id, username, email } = admin.value;
    const reasons = passwordError(password, email);
    if (reasons) return fail({ code: "weak_password", reasons });
    await writePassword(tx, id, hash);
    await tx.delete(sessions).where(eq(sessions.userId, id));
    // Links to choose a new password, and what strangers guessed, end with the old one.
    await tx.delete(verifications).where(eq(verifications.value, id));
    await forgetAttempts(tx, guessesKey(email));
    await tx.insert(auditLog).values({
      actorName: "npm run admin:password",
      action: "password reset",
      subject: "account",
      subjectId: id,
    });
    return ok({ username, password });
  });
}
