import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { receivePaymentEvent } from "#features/sales/payments/payment-events.server.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";
import type { SignedMessage, TestPayments } from "#platform/test-payments.server.ts";
import type { PaymentFormErrors, PaymentFormValues } from "./delivery-input.server.ts";
import { checkPaymentForm } from "./delivery-input.server.ts";

/** Decision C7. */
export type TestPaymentIntent = "pay" | "fail" | "expire" | "cancel";

export type TestPaymentStep =
  | { kind: "leave"; url: string }
  | { kind: "declined" }
  | { kind: "closed" };

export type TestPaymentRefusal =
  | { code: "unknown_session" }
  | { code: "invalid"; errors: PaymentFormErrors };

/**
 * Acts as the test page's bank; its signed message takes a real provider's path. 'closed' for a paid or ended
 * session.
 */
export async function actOnTestPayment(
  deps: SettlementDeps & { testPage: TestPayments },
  input: { sessionId: string; intent: TestPaymentIntent; values: PaymentFormValues },
): Promise<Result<TestPaymentStep, TestPaymentRefusal>> {
  const { controls } = deps.testPage;
  const { sessionId, intent, values } = input;
  const session = await controls.look(sessionId);
  if (!session) return fail({ code: "unknown_session" });
  const { request } = session;
  if (intent === "cancel") return ok({ kind: "leave", url: request.cancelUrl });

  if (intent === "pay") {
    const choice =
      request.kind === "donation"
        ? ok({ optionId: null, address: null, buyerTaxNumber: "" })
        : checkPaymentForm(values, request.shippingOptions);
    if (!choice.ok) return fail({ code: "invalid", errors: choice.error });
    const delivered = await deliver(deps, await controls.pay(sessionId, choice.value));
    return ok(delivered ? { kind: "leave", url: request.successUrl } : { kind: "closed" });
  }
  if (intent === "expire") {
    await deliver(deps, await controls.expire(sessionId));
    return ok({ kind: "closed" });
  }
  const declined = await deliver(deps, await controls.decline(sessionId));
  return ok({ kind: declined ? "declined" : "closed" });
}

/** False without a message. */
async function deliver(deps: SettlementDeps, message: SignedMessage | null): Promise<boolean> {
  if (!message) return false;
  await receivePaymentEvent(deps, { sender: "test", ...message });
  return true;
}
