import { eq, sql } from "drizzle-orm";
import { AppError } from "#core/app-error.ts";
import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import { authAccounts, profiles } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { USERNAME_PATTERN } from "#platform/auth.server.ts";
import type { Env } from "#platform/env.server.ts";
import { generatePassword } from "./generate-password.server.ts";

/** Any number, the same in every process: who holds it looks for an admin and makes one. */
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
 * Makes the first admin when there is none, under ADMIN_USERNAME (else "admin") and ADMIN_PASSWORD (else a generated one), and
 * gives the credentials only when it had to generate the password, to be shown once (decision D1). Safe to call at every start
 * and by several processes at once. As soon as any admin exists the two variables mean nothing: changing ADMIN_PASSWORD later
 * changes no account. Throws AppError('configuration') for a username that cannot be one or that a customer has.
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
    const userId = newId();
    const made = await tx
      .insert(profiles)
      .values({
        id: userId,
        name: username,
        // Staff sign in by name; an address under .invalid can never belong to anybody (RFC 2606).
        email: username.includes("@")
          ? username.toLowerCase()
          : `${username.toLowerCase()}@staff.invalid`,
        username: username.toLowerCase(),
        displayUsername: username,
        role: "admin",
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
