import { and, eq } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { authAccounts, passkeys, profiles, twoFactors } from "#db/schema/identity.server.ts";

/** An account's own password among its ways in; the others are providers. */
export const ownPasswordOf = (userId: string | typeof profiles.id) =>
  and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, "credential"));

/** Replaces an account's password, or gives it one. Its sessions stay: the caller ends them in the same transaction. */
export async function writePassword(tx: Transaction, userId: string, hash: string): Promise<void> {
  const written = await tx
    .update(authAccounts)
    .set({ password: hash })
    .where(ownPasswordOf(userId))
    .returning({ id: authAccounts.id });
  if (written.length > 0) return;
  await tx
    .insert(authAccounts)
    .values({ userId, accountId: userId, providerId: "credential", password: hash });
}

/** Removes an account's passkeys, its app and its recovery codes. */
export async function dropSecondFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.update(profiles).set({ twoFactorEnabled: false }).where(eq(profiles.id, userId));
}
