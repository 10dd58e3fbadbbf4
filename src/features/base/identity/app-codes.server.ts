import { createHmac } from "node:crypto";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { twoFactors } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { openAuthValue } from "#platform/auth-rotation.server.ts";
import type { Clock } from "#platform/clock.server.ts";

/** A code belongs to a half minute (RFC 6238, 4.1). */
const STEP_MS = 30_000;

/** Codes of the half minutes beside the current one count too, as the library counts them: phones' clocks differ. */
const TOLERATED_STEPS = [-1, 0, 1] as const;

/** The six digits of a half minute (RFC 4226, 5.3). */
function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** The half minute, counted from 1970, whose code this is; null when it is none of now. */
function stepOfCode(secret: string, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / STEP_MS);
  const steps = TOLERATED_STEPS.map((each) => current + each);
  return steps.find((step) => codeOfStep(secret, step) === code) ?? null;
}

/**
 * Whether a code of the account's authenticator app is right and was not used before, nor a later one (RFC 6238, 5.2).
 * It is used up by this: of several at the same moment one gets true. False for an account without an app.
 */
export async function consumeAppCode(
  { auth, clock, db }: { auth: Auth; db: Database; clock: Clock },
  { code, userId }: { code: string; userId: string },
): Promise<boolean> {
  const [app] = await db
    .select({ id: twoFactors.id, secret: twoFactors.secret })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  const secret = app ? await openAuthValue(auth, app.secret) : null;
  if (!app || secret === null) return false;
  const step = stepOfCode(secret, code, clock.now());
  if (step === null) return false;
  const isUnused = or(isNull(twoFactors.lastUsedStep), lt(twoFactors.lastUsedStep, step));
  const used = await db
    .update(twoFactors)
    .set({ lastUsedStep: step })
    .where(and(eq(twoFactors.id, app.id), isUnused))
    .returning({ id: twoFactors.id });
  return used.length > 0;
}
