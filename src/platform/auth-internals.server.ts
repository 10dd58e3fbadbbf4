import type { Auth } from "./auth.server.ts";

/**
 * The id of the account that a reset token belongs to, null for a token that is used, expired or unknown. This is the only use of
 * better-auth's internal adapter (ADR 0022): its public handler judges a token only together with a new password.
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
