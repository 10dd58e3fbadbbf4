import type { PaymentTrouble } from "#platform/payment-trouble.ts";

/** The problem, and what the owner can do. */
const TERMS: Readonly<Record<PaymentTrouble, string>> = {
  wrong_key:
    "Stripe does not know the secret key. Please copy both keys once more from the Stripe dashboard.",
  revoked_key:
    "The secret key was revoked or has expired. Please make a new one in the Stripe dashboard and save it.",
  restricted_key:
    "The secret key is a restricted one that may not do enough. Please use the standard secret key.",
  sealed_key:
    "The stored secret key was sealed with another SETTINGS_KEY and cannot be read. Please enter both keys again.",
  mixed_modes:
    "The keys are of different modes, one for tests and one for real payments. Please save both keys of one mode.",
  no_keys: "The keys that a payment was opened with are gone, so it can no longer be asked about.",
  other_account:
    "The payment was opened with the keys of another Stripe account, so it can no longer be asked about here.",
  refused: "Stripe refused what the shop asked for.",
  away: "Stripe could not be reached. Nothing needs to be done if this passes by itself.",
};

/** Returns the message for a payment problem; `text` is Stripe's own. */
export function paymentTroubleMessage(reported: { trouble: PaymentTrouble; text: string }): string {
  return reported.text
    ? `${TERMS[reported.trouble]} It says: ${reported.text}`
    : TERMS[reported.trouble];
}
