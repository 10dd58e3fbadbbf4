import { and, asc, eq } from "drizzle-orm";
import { PASSWORD_LENGTH } from "#core/password-length.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { authAccounts, profiles, sessions } from "#db/schema/identity.server.ts";
import { auditLog } from "#db/schema/settings.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { generatePassword } from "./generate-password.server.ts";

/** Why no password was set. */
export type ResetFailure =
  | { code: "no_admin" }
  | { code: "which_admin"; usernames: string[] }
  | { code: "unknown_admin"; usernames: string[] }
  | { code: "password_length" };

type Admin = { id: string; username: string };

async function listAdmins(tx: Transaction): Promise<Admin[]> {
  const rows = await tx
    .select({ id: profiles.id, name: profiles.displayUsername, username: profiles.username })
    .from(profiles)
    .where(eq(profiles.role, "admin"))
    .orderBy(asc(profiles.username));
  return rows.map(({ id, name, username }) => ({ id, username: name ?? username ?? "" }));
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
 * Gives an admin a new password, generated unless one is given, and ends every session of theirs (decision D1). For whoever sits at
 * the shop's own machine: it asks for no old password. Without a username it is the only admin there is.
 */
export async function resetAdminPassword(
  deps: { db: Database; auth: Auth },
  input: { username: string | null; password: string | null },
): Promise<Result<{ username: string; password: string }, ResetFailure>> {
  const password = input.password ?? generatePassword();
  if (password.length < PASSWORD_LENGTH.min || password.length > PASSWORD_LENGTH.max) {
    return fail({ code: "password_length" });
  }
  const { password: hasher } = await deps.auth.$context;
  const hash = await hasher.hash(password);
  return deps.db.transaction(async (tx) => {
    const admin = await findAdmin(tx, input.username);
    if (!admin.ok) return admin;
    const { id, username } = admin.value;
    await writePassword(tx, id, hash);
    await tx.delete(sessions).where(eq(sessions.userId, id));
    await tx.insert(auditLog).values({
      actorName: "npm run admin:password",
      action: "password reset",
      subject: "account",
      subjectId: id,
    });
    return ok({ username, password });
  });
}
