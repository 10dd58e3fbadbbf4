import type { Queryable } from "#db/client.server.ts";
import { notePaymentTrouble } from "#features/base/settings/payment-trouble.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { PaymentProvider, Payments, ProviderName } from "#platform/payments.server.ts";
import type { SettlementDeps } from "./payment-records.server.ts";

/** `value` is what the checkout's form posts. */
export type PaymentChoice = { value: string; label: string; hint: string };

const CARD: PaymentChoice = {
  value: "card",
  label: "Card",
  hint: "On a secure page, and other ways to pay that it offers.",
};

const BANK_TRANSFER = "manual";

/** The offered payment methods, default first. */
export async function listPaymentChoices(db: Queryable): Promise<readonly PaymentChoice[]> {
  const { enabled, holdDays } = await getSettings(db, "bankTransfer");
  const days = holdDays === 1 ? "one day" : `${holdDays} days`;
  const hint = `We show you the bank details and keep your pieces for ${days}.`;
  return enabled ? [CARD, { value: BANK_TRANSFER, label: "Bank transfer", hint }] : [CARD];
}

/** The name of a choice's provider; null, with the reason noted for the owner, when its keys cannot be used. */
export async function findUsableProvider(
  deps: SettlementDeps,
  choice: string,
): Promise<ProviderName | null> {
  try {
    return (await findChosenProvider(deps, choice)).name;
  } catch (error) {
    deps.logger.error({ err: error }, "checkout: no payment provider");
    await notePaymentTrouble(deps, error);
    return null;
  }
}

/** A choice's provider, else the one for cards. Throws AppError('payment_provider') when unusable. */
async function findChosenProvider(
  deps: { db: Queryable; payments: Payments },
  choice: string,
): Promise<PaymentProvider> {
  if (choice !== BANK_TRANSFER) return deps.payments.current();
  const { enabled } = await getSettings(deps.db, "bankTransfer");
  return enabled ? deps.payments.of(choice) : deps.payments.current();
}
