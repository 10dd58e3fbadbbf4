import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { authRequest } from "#platform/auth.server.ts";
import { noteRefusal } from "./refused-rights.server.ts";
import { hasUnreadableSecondFactors } from "./reseal-second-factors.server.ts";

export type SecondFactorFailure =
  | {
      code:
        | "forbidden"
        | "unconfirmed"
        /** The email of a customer's account is not confirmed, so the account may be another person's. */
        | "unconfirmed_email"
        | "wrong_password"
        | "wrong_code"
        /** The code was right and had opened a session before; the sign-in has ended with it. */
        | "used_code"
        | "set_up"
        | "started_over"
        | "unreadable"
        | "locked";
    }
  | { code: "too_many_attempts"; retryAfterSeconds: number };

const failureSchema = z.object({ code: z.string().default("") }).catch({ code: "" });

/** The library's name of a failure; "" for none. */
async function codeOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  return failureSchema.parse(body).code;
}

/** Sends the library a request about second factors, as the browser's own, and names its refusal as the shop does. */
export async function requestFactor(
  deps: { auth: Auth; db: Database },
  request: Request,
  { body, path }: { path: string; body: unknown },
): Promise<Result<Response, SecondFactorFailure>> {
  const response = await deps.auth.handler(authRequest(request, path, body));
  if (response.ok) return ok(response);
  if (response.status === 429) {
    if ((await codeOf(response)) === "ACCOUNT_TEMPORARILY_LOCKED") return fail({ code: "locked" });
    const seconds = Number(response.headers.get("x-retry-after"));
    return fail({ code: "too_many_attempts", retryAfterSeconds: Math.max(1, seconds || 60) });
  }
  if (response.status >= 500) {
    if (await hasUnreadableSecondFactors(deps)) return fail({ code: "unreadable" });
    throw new AppError("internal", "The second factor could not be used");
  }
  const code = await codeOf(response);
  if (code === "INVALID_PASSWORD") {
    noteRefusal("proof-password");
    return fail({ code: "wrong_password" });
  }
  if (code === "TOTP_ALREADY_ENABLED") return fail({ code: "set_up" });
  if (code === "INVALID_TWO_FACTOR_COOKIE") return fail({ code: "started_over" });
  noteRefusal("proof-code");
  return fail({ code: "wrong_code" });
}
