import { verifyJWT } from "better-auth/crypto";
import { z } from "zod";
import type { Auth } from "./auth.server.ts";

/**
 * The account id of a reset token; null for a used, expired or unknown one. The only use of better-auth's
 * internal adapter (ADR 0022): its handler checks tokens only with a new password.
 */
export async function findResetTokenOwner(
  auth: Auth,
  token: string,
  now: Date,
): Promise<string | null> {
  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  return found && found.expiresAt > now ? found.value : null;
}

/** What the library signs into the link that confirms an email. A link that changes an email has `updateTo`; the shop sends none. */
const confirmationSchema = z.object({ email: z.string(), updateTo: z.undefined().optional() });

/**
 * The email that a confirmation token is about, in lower case; null for an expired or altered one, and for one that no current or
 * former auth secret signed. The library's own endpoint confirms without asking who presses (ADR 0095).
 */
export async function readConfirmationToken(auth: Auth, token: string): Promise<string | null> {
  for (const { value } of auth.options.secrets) {
    const signed = confirmationSchema.safeParse(await verifyJWT<unknown>(token, value));
    if (signed.success) return signed.data.email.toLowerCase();
  }
  return null;
}
