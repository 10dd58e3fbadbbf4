import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server.ts";
import { twoFactors } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import {
  needsFormerSecret,
  openAuthValue,
  resealAuthValue,
  sealAuthValue,
} from "#platform/auth-rotation.server.ts";
import { hashStoredCodes } from "#platform/recovery-codes.server.ts";

const codesSchema = z.array(z.string());

/** The codes under the current secret, and hashed if an earlier version stored them readable; null if unreadable. */
async function resealRecoveryCodes(auth: Auth, sealed: string): Promise<string | null> {
  const text = await openAuthValue(auth, sealed);
  if (text === null) return null;
  const codes = codesSchema.parse(JSON.parse(text));
  const hashed = await hashStoredCodes(codes);
  if (hashed.every((code, index) => code === codes[index])) return resealAuthValue(auth, sealed);
  return sealAuthValue(auth, JSON.stringify(hashed));
}

/**
 * Re-encrypts authenticator secrets and recovery codes with the current secret, so that former ones can be
 * removed, and hashes recovery codes that an earlier version stored readable. Idempotent. Unreadable ones stay and are counted.
 */
export async function resealSecondFactors(deps: {
  db: Database;
  auth: Auth;
}): Promise<{ resealed: number; unreadable: number }> {
  const { db, auth } = deps;
  return db.transaction(async (tx) => {
    const count = { resealed: 0, unreadable: 0 };
    const rows = await tx
      .select({
        id: twoFactors.id,
        secret: twoFactors.secret,
        backupCodes: twoFactors.backupCodes,
      })
      .from(twoFactors)
      .for("update");
    for (const row of rows) {
      const secret = await resealAuthValue(auth, row.secret);
      const backupCodes = await resealRecoveryCodes(auth, row.backupCodes);
      if (secret === null || backupCodes === null) {
        count.unreadable += 1;
      } else if (secret !== row.secret || backupCodes !== row.backupCodes) {
        await tx.update(twoFactors).set({ secret, backupCodes }).where(eq(twoFactors.id, row.id));
        count.resealed += 1;
      }
    }
    return count;
  });
}

/** Whether a second factor needs a missing secret. */
export async function hasUnreadableSecondFactors(deps: {
  db: Database;
  auth: Auth;
}): Promise<boolean> {
  const rows = await deps.db.select({ secret: twoFactors.secret }).from(twoFactors);
  const read = await Promise.all(rows.map(({ secret }) => resealAuthValue(deps.auth, secret)));
  return read.includes(null);
}

/** How many second factors one of the former auth secrets has encrypted. */
export async function countSecondFactorsOf(
  db: Database,
  secrets: { authSecret: string; oldAuthSecrets: readonly string[] },
): Promise<number> {
  const rows = await db
    .select({ secret: twoFactors.secret, backupCodes: twoFactors.backupCodes })
    .from(twoFactors);
  let count = 0;
  for (const { backupCodes, secret } of rows) {
    const needsFormer =
      (await needsFormerSecret(secrets, secret)) || (await needsFormerSecret(secrets, backupCodes));
    if (needsFormer) count += 1;
  }
  return count;
}
