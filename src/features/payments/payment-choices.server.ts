import type { Queryable } from "#db/client.server.ts";
import type { PaymentProvider, Payments } from "#platform/payments.server.ts";

/** A way to pay that the checkout offers; `value` is what its form posts. */
export type PaymentChoice = { value: string; label: string; hint: string };

const CARD: PaymentChoice = {
  value: "card",
  label: "Card",
  hint: "On a secure page, and other ways to pay that it offers.",
};

/** The ways to pay that the owner offers now; the first one is the default. */
export async function listPaymentChoices(_db: Queryable): Promise<readonly PaymentChoice[]> {
  return [CARD];
}

/** The provider of what was chosen. Throws AppError('payment_provider') when it cannot be used. */
export async function findChosenProvider(
  deps: { db: Queryable; payments: Payments },
  _choice: string,
): Promise<PaymentProvider> {
  return deps.payments.current();
}
