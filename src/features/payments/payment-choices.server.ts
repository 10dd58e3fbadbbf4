import type { Queryable } from "#db/client.server.ts";
import { getSettings } from "#features/settings/site-settings-queries.server.ts";
import type { PaymentProvider, Payments } from "#platform/payments.server.ts";

/** A way to pay that the checkout offers; `value` is what its form posts. */
export type PaymentChoice = { value: string; label: string; hint: string };

const CARD: PaymentChoice = {
  value: "card",
  label: "Card",
  hint: "On a secure page, and other ways to pay that it offers.",
};

const BANK_TRANSFER: PaymentChoice = {
  value: "manual",
  label: "Bank transfer",
  hint: "You read where to transfer the total, and we keep your pieces until it arrives.",
};

/** The ways to pay that the owner offers now; the first one is the default. */
export async function listPaymentChoices(db: Queryable): Promise<readonly PaymentChoice[]> {
  const { enabled } = await getSettings(db, "bankTransfer");
  return enabled ? [CARD, BANK_TRANSFER] : [CARD];
}

/** The provider of what was chosen, where the owner offers it; else the one for cards. Throws AppError('payment_provider') when it cannot be used. */
export async function findChosenProvider(
  deps: { db: Queryable; payments: Payments },
  choice: string,
): Promise<PaymentProvider> {
  if (choice !== BANK_TRANSFER.value) return deps.payments.current();
  const isOffered = (await listPaymentChoices(deps.db)).includes(BANK_TRANSFER);
  return isOffered ? deps.payments.of(choice) : deps.payments.current();
}
