import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyText } from "#core/submitted-text.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { canReturnBecome } from "#features/orders/return-progress.ts";
import type { ReturnDeps } from "./locked-return.server.ts";
import { lockReturn, recordReturnStep } from "./locked-return.server.ts";
import { returnDeclinedEmail } from "./return-email.ts";

/** The reason may have so many characters. */
export const MAX_DECLINE_REASON_LENGTH = 1_000;

/** Does not take a return, before or after its parcel was opened, for a reason that the customer reads in a mail. */
export async function declineReturn(
  deps: ReturnDeps,
  input: { actor: Actor; orderId: string; returnId: string; because: string },
): Promise<
  Result<null, "forbidden" | "not_found" | "settled" | "reason_missing" | "reason_too_long">
> {
  const { actor, orderId, returnId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const because = tidyText(input.because);
  if (because === "") return fail("reason_missing");
  if (because.length > MAX_DECLINE_REASON_LENGTH) return fail("reason_too_long");
  return deps.db.transaction(async (tx) => {
    const locked = await lockReturn(tx, orderId, returnId);
    if (!locked) return fail("not_found" as const);
    if (!canReturnBecome(locked.asked.status, "declined")) return fail("settled" as const);
    await recordReturnStep(tx, deps, locked, {
      actor,
      to: "declined",
      event: "return_declined",
      detail: { reason: because },
      mail: (outcome) => returnDeclinedEmail({ ...outcome, because }),
    });
    return ok(null);
  });
}
