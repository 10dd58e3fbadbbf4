import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { SocialProvider } from "#core/social-provider.ts";
import type { Auth } from "#platform/auth.server.ts";
import { authRequest } from "#platform/auth.server.ts";
import type { TooManyAttempts } from "./attempts.server.ts";
import { SIGNED_IN, SIGNED_UP, TURNED_AWAY } from "./finish-social-sign-in.server.ts";

const PATH = "/sign-in/social";

const answerSchema = z.object({ url: z.url() });

/**
 * Begins a sign-in by a provider: the address to lead the browser to, and the cookie that ties the way back to this browser. Nothing
 * the browser sends decides where the way back ends.
 */
export async function startSocialSignIn(
  deps: { auth: Auth },
  input: { provider: SocialProvider; request: Request },
): Promise<
  Result<{ url: string; cookies: readonly string[] }, TooManyAttempts | { code: "foreign_origin" }>
> {
  const body = {
    provider: input.provider,
    callbackURL: SIGNED_IN,
    newUserCallbackURL: SIGNED_UP,
    errorCallbackURL: TURNED_AWAY,
    disableRedirect: true,
  };
  const response = await deps.auth.handler(authRequest(input.request, PATH, body));
  if (response.status === 429) {
    const seconds = Number(response.headers.get("x-retry-after"));
    return fail({ code: "too_many_attempts", retryAfterSeconds: Math.max(1, seconds || 60) });
  }
  if (response.status === 403) return fail({ code: "foreign_origin" });
  if (!response.ok) throw new AppError("internal", "The sign-in could not be begun");
  const { url } = answerSchema.parse(await response.json());
  return ok({ url, cookies: response.headers.getSetCookie() });
}
