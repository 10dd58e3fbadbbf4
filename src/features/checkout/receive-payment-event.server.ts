import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { settleDonation } from "#features/donations/settle-donation.server.ts";
import type { PaymentMessage } from "#platform/payments.server.ts";
import { applyRefundOrDisputeEvent } from "./apply-refund-or-dispute-event.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";
import type { Settlement } from "./settle-payment.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

/** Takes in one message of the payment provider exactly as it arrived; refused when its signature or shape is wrong. */
export async function receivePaymentEvent(
  deps: CheckoutDeps,
  message: PaymentMessage,
): Promise<Result<Settlement, "refused">> {
  const event = await deps.payments.receive(message);
  if (!event) return fail("refused");
  if (event.type === "ignored") return ok("unknown");
  if (!("session" in event)) return ok(await applyRefundOrDisputeEvent(deps, event));
  const donated = await settleDonation(deps, event);
  return ok(donated === "unknown" ? await settlePayment(deps, event) : donated);
}
