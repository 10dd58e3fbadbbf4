import { randomInt } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { AppError } from "#core/app-error.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { authAccounts, profiles, sessions, verifications } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { USERNAME_PATTERN } from "#platform/auth.server.ts";
import type { Env } from "#platform/env.server.ts";
import { passwordError } from "./account-input.ts";
import { forgetAttempts } from "./attempts.server.ts";
import { loadPasswordLists } from "./common-passwords.server.ts";
import { dropSecondFactors, writePassword } from "./credentials.server.ts";
import { guessesKey } from "./sign-in-limits.server.ts";

/** Leaves out characters that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** The password has four groups of five, about 99 bits. */
function generatePassword(): string {
  const letter = () => ALPHABET.charAt(randomInt(ALPHABET.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** The holder creates the first admin. */
const LOCK = 7_402_611;

function readUsername(env: Env): string {
  const name = env.ADMIN_USERNAME ?? "admin";
  if (USERNAME_PATTERN.test(name)) return name;
  throw new AppError(
    "configuration",
    "Environment: ADMIN_USERNAME: 3 to 60 letters, digits or . _ - @ +",
  );
}

/**
 * Creates the first admin from ADMIN_USERNAME (default "admin") and ADMIN_PASSWORD; returns the credentials
 * if generated (decision D1). Safe at every start and in several processes; no effect once an admin exists.
 * Throws AppError('configuration') for an invalid or used username or a weak password.
 */
export async function ensureFirstAdmin(deps: {
  db: Database;
  auth: Auth;
  env: Env;
}): Promise<{ username: string; password: string } | null> {
  const { db, auth, env } = deps;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const held = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.role, "admin"))
      .limit(1);
    if (held.length > 0) return null;
    const username = readUsername(env);
    const password = env.ADMIN_PASSWORD ?? generatePassword();
    const weakness = passwordError(
      password,
      { email: "", names: [username] },
      await loadPasswordLists(tx),
    );
    if (weakness) {
      throw new AppError("configuration", `Environment: ADMIN_PASSWORD: ${weakness}`);
    }
    const userId = newId();
    const made = await tx
      .insert(profiles)
      .values({
        id: userId,
        name: username,
        // The domain .invalid does not exist (RFC 2606).
        email: username.includes("@")
          ? username.toLowerCase()
          : `${username.toLowerCase()}@staff.invalid`,
        username: username.toLowerCase(),
        displayUsername: username,
        role: "admin",
        isOwner: true,
      })
      .onConflictDoNothing()
      .returning({ id: profiles.id });
    if (made.length === 0) {
      throw new AppError("configuration", "Environment: ADMIN_USERNAME: a customer has this name");
    }
    const { password: hasher } = await auth.$context;
    await tx.insert(authAccounts).values({
      userId,
      accountId: userId,
      providerId: "credential",
      password: await hasher.hash(password),
    });
    return env.ADMIN_PASSWORD ? null : { username, password };
  });
}

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

/**
 * Sets an admin's password, generated by default, and ends their sessions and links (decision D1);
 * `dropSecondFactor` turns off a lost one. For the command line: without the old password; without a
 * username, the only admin.
 */
export async function resetAdminPassword(
  deps: { db: Database; auth: Auth },
  input: { username: string | null; password: string | null; dropSecondFactor?: boolean },
): Promise<Result<{ username: string; password: string }, ResetFailure>> {
  const password = input.password ?? generatePassword();
  const lists = await loadPasswordLists(deps.db);
  const { password: hasher } = await deps.auth.$context;
  const hash = await hasher.hash(password);
  return inTransaction(deps.db, async (tx) => {
    const admin = await findAdmin(tx, input.username);
    if (!admin.ok) return admin;
    const { id, username, email } = admin.value;
    const reasons = passwordError(password, { email, names: [username] }, lists);
    if (reasons) return fail({ code: "weak_password", reasons });
    await writePassword(tx, id, hash);
    await tx.delete(sessions).where(eq(sessions.userId, id));
    // Links and counted guesses end too.
    await tx.delete(verifications).where(eq(verifications.value, id));
    await forgetAttempts(tx, guessesKey(id));
    if (input.dropSecondFactor) await dropSecondFactors(tx, id);
    await tx.insert(auditLog).values({
      actorName: "npm run admin:password",
      action: input.dropSecondFactor ? "password and second factor reset" : "password reset",
      subject: "account",
      subjectId: id,
    });
    return ok({ username, password });
  });
}
