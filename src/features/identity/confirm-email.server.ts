import { isAPIError } from "better-auth/api";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Auth } from "#platform/auth.server.ts";

/**
 * Marks an account's email as its owner's by the token of a mailed link; twice is no fault. A link older than three days, cut short
 * or of an account that is gone is dead. It signs nobody in.
 */
export async function confirmEmail(
  deps: { auth: Auth },
  input: { token: string },
): Promise<Result<null, "dead_link">> {
  if (input.token === "") return fail("dead_link");
  try {
    await deps.auth.api.verifyEmail({ query: { token: input.token } });
    return ok(null);
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return fail("dead_link");
    throw error;
  }
}
