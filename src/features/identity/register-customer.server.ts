import { AppError } from "#core/app-error.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Auth } from "#platform/auth.server.ts";
import { authRequest } from "#platform/auth.server.ts";
import type { Registration } from "./account-input.ts";
import type { TooManyAttempts } from "./attempts.server.ts";

/**
 * Makes a customer's account and mails the link that confirms its address. For an address that has an account already the answer is
 * the same, nothing changes, and its owner is told by mail, so that the form tells nobody who is a customer. Nobody is signed in by
 * it (specification 8).
 */
export async function registerCustomer(
  deps: { auth: Auth },
  input: Registration & { request: Request },
): Promise<Result<null, TooManyAttempts | { code: "foreign_origin" } | { code: "refused" }>> {
  const { firstName, lastName, email, password, request } = input;
  const name = `${firstName} ${lastName}`;
  const body = { name, firstName, lastName, email, password };
  const response = await deps.auth.handler(authRequest(request, "/sign-up/email", body));
  if (response.ok) return ok(null);
  if (response.status === 429) {
    const seconds = Number(response.headers.get("x-retry-after"));
    return fail({ code: "too_many_attempts", retryAfterSeconds: Math.max(1, seconds || 60) });
  }
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (response.status >= 500) throw new AppError("internal", "The account could not be made");
  return fail({ code: "refused" });
}
