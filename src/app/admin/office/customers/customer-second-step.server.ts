import type { AppDeps } from "#app/web/context.ts";
import type { FormErrorList } from "#app/web/form.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { RemoveFactorFailure } from "#features/office/customers/remove-factor.server.ts";
import {
  findCustomerFactors,
  removeCustomerFactor,
  sendRemovalCode,
} from "#features/office/customers/remove-factor.server.ts";

const FAILURES: Record<RemoveFactorFailure | "too_many_codes" | "not_owner", FormErrorList> = {
  not_found: { formErrors: ["This account has no second step any more."] },
  not_owner: { formErrors: ["Only an owner removes the second step of a customer."] },
  too_many_codes: {
    formErrors: ["Four codes were made within an hour. Please try again in an hour."],
  },
  wrong_code: { fieldErrors: { code: ["This is not the newest code."] } },
  expired_code: { formErrors: ["This code has ended. Please mail a new one."] },
  too_many_tries: { formErrors: ["Too many wrong codes. Please mail a new one."] },
};

type Submitted = { intent: "send-removal-code" | "remove-factor"; code: string };

/** Sends a customer the code, or removes her second step with it; returns what the page says. */
export async function changeSecondStep(
  deps: AppDeps,
  { actor, email, intent, code }: Submitted & { actor: Actor; email: string },
  requestProof: () => Promise<never>,
): Promise<Result<string, FormErrorList>> {
  const found = await findCustomerFactors(deps, { actor, email });
  if (!found.ok) return refuse();
  if (!found.value) return fail(FAILURES.not_found);
  const { userId } = found.value;
  const changed =
    intent === "send-removal-code"
      ? await sendRemovalCode(deps, { actor, userId })
      : await removeCustomerFactor(deps, { actor, userId, code });
  if (changed.ok) {
    return ok(intent === "send-removal-code" ? "A code is made" : "Second step removed");
  }
  if (changed.error === "forbidden") return refuse();
  if (changed.error === "unconfirmed") return requestProof();
  return fail(FAILURES[changed.error]);
}
