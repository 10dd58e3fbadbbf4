import { tooManyAttemptsMessage } from "#app/web/auth-messages.ts";
import type { FormErrorList, rejectForm } from "#app/web/form.server.ts";
import type { TooManyAttempts } from "#features/base/identity/attempts.server.ts";
import { refusedFor } from "./enter-admin.server.ts";

/** What a form says, and the status of its response. */
export type FormRefusal = [FormErrorList, Parameters<typeof rejectForm>[2]];

/** How the forms behind mailed links refuse a password. */
export function refusedPassword(
  failure: { code: "weak_password"; reasons: string } | TooManyAttempts,
): FormRefusal {
  if (failure.code === "weak_password") {
    return [{ fieldErrors: { password: [failure.reasons] } }, 422];
  }
  return [
    { formErrors: [tooManyAttemptsMessage(failure.retryAfterSeconds)] },
    refusedFor(429, failure.retryAfterSeconds),
  ];
}
