import { AppError } from "#core/app-error.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Auth } from "#platform/auth.server.ts";
import { authRequest } from "#platform/auth.server.ts";

/** Ends the browser's session in the database and gives the cookies that clear it; without a session there is nothing to end and all is well. */
export async function signOut(
  deps: { auth: Auth },
  input: { request: Request },
): Promise<Result<{ cookies: readonly string[] }, { code: "foreign_origin" }>> {
  const response = await deps.auth.handler(authRequest(input.request, "/sign-out", {}));
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (!response.ok) throw new AppError("internal", "The session could not be ended");
  return ok({ cookies: response.headers.getSetCookie() });
}
