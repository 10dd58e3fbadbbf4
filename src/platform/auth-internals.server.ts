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
