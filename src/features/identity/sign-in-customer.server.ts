import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { authRequest } from "#platform/auth.server.ts";
import type { SignInFailure } from "./sign-in-admin.server.ts";

const PATH = "/sign-in/email";

const answerSchema = z.object({ user: z.object({ id: z.string() }) });

/**
 * Signs somebody in by email and password and gives the cookies to set; an unknown address and a wrong password are one failure,
 * so that the form tells nobody who is a customer (specification 7).
 */
export async function signInCustomer(
  deps: { auth: Auth; db: Database },
  input: { email: string; password: string; request: Request },
): Promise<Result<{ userId: string; cookies: readonly string[] }, SignInFailure>> {
  const { email, password, request } = input;
  const response = await deps.auth.handler(authRequest(request, PATH, { email, password }));
  if (response.status === 429) {
    const seconds = Number(response.headers.get("x-retry-after"));
    return fail({ code: "too_many_attempts", retryAfterSeconds: Math.max(1, seconds || 60) });
  }
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (response.status >= 500) throw new AppError("internal", "The sign-in could not be decided");
  if (!response.ok) return fail({ code: "invalid_credentials" });
  const { user } = answerSchema.parse(await response.json());
  return ok({ userId: user.id, cookies: response.headers.getSetCookie() });
}
