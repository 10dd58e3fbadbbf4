import { formatPercent } from "#core/format-number.ts";
import type { ProviderName } from "#core/payment-providers.ts";
import {
  isManualProvider,
  MANUAL_PROVIDERS,
  manualPaymentOf,
  paymentProviderLabel,
} from "#core/payment-providers.ts";
import type { Queryable } from "#db/client.server.ts";
import { notePaymentTrouble } from "#features/base/settings/payment-trouble.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { daysText } from "#features/orders/order/transfer-deposit.ts";
import type { PaymentProvider } from "#platform/payments.server.ts";
import type { SettlementDeps } from "./payment-records.server.ts";

/** `value` is what the checkout's form posts; `depositPercent`: what a made-to-measure order pays first, null for all at once. */
export type PaymentChoice = {
  value: string;
  label: string;
  hint: string;
  depositPercent: number | null;
};

const CARD: PaymentChoice = {
  value: "card",
  label: "Card",
  hint: "On a secure page, and other ways to pay that it offers.",
  depositPercent: null,
};

/** The offered payment methods, default first. */
export async function listPaymentChoices(db: Queryable): Promise<readonly PaymentChoice[]> {
  const offered: PaymentChoice[] = [CARD];
  for (const value of MANUAL_PROVIDERS) {
    const { hintFor, section } = manualPaymentOf(value);
    const { depositPercent, enabled, holdDays } = await getSettings(db, section);
    const days = daysText(holdDays);
    const label = paymentProviderLabel(value);
    const deposit =
      depositPercent === null
        ? ""
        : ` Orders with made-to-measure pieces: a deposit of ${formatPercent(depositPercent)} first, and the rest within ${days} after it has arrived.`;
    if (enabled) offered.push({ value, label, hint: hintFor(days) + deposit, depositPercent });
  }
  return offered;
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
  { db, payments }: Pick<SettlementDeps, "db" | "payments">,
  choice: string,
): Promise<PaymentProvider> {
  if (!isManualProvider(choice)) return payments.current();
  const { enabled } = await getSettings(db, manualPaymentOf(choice).section);
  return enabled ? payments.of(choice) : payments.current();
}
