/** docs.stripe.com/declines/codes and Stripe's own errors. */
const MEANINGS: Readonly<Record<string, string>> = {
  approve_with_id: "the bank could not be asked",
  authentication_not_handled: "the customer did not confirm it with their bank",
  authentication_required: "the bank wanted the customer to confirm it",
  call_issuer: "the bank gave no reason",
  card_not_supported: "the card cannot be used for such a purchase",
  card_velocity_exceeded: "the card's limit is used up",
  currency_not_supported: "the card does not take this currency",
  do_not_honor: "the bank gave no reason",
  expired_card: "the card has expired",
  fraudulent: "it was held for fraud",
  generic_decline: "the bank gave no reason",
  highest_risk_level: "Stripe held it for too risky",
  incorrect_address: "the address does not belong to the card",
  incorrect_cvc: "the security code was wrong",
  incorrect_number: "the card number was wrong",
  incorrect_zip: "the postal code does not belong to the card",
  insufficient_funds: "there is not enough money on it",
  invalid_account: "the card or its account is not in use",
  invalid_amount: "the card does not take this amount",
  invalid_cvc: "the security code was wrong",
  invalid_expiry_month: "the expiry date was wrong",
  invalid_expiry_year: "the expiry date was wrong",
  invalid_number: "the card number was wrong",
  issuer_not_available: "the bank could not be asked",
  lost_card: "it was reported lost",
  merchant_blacklist: "a rule of the shop's Stripe account blocks it",
  no_action_taken: "the bank gave no reason",
  payment_intent_authentication_failure: "the customer did not confirm it with their bank",
  payment_intent_payment_attempt_failed: "the customer's bank refused it",
  pickup_card: "the card may not be used any more",
  processing_error: "something went wrong while the bank was asked",
  reenter_transaction: "something went wrong while the bank was asked",
  restricted_card: "the card may not be used any more",
  stolen_card: "it was reported stolen",
  transaction_not_allowed: "the card cannot be used for such a purchase",
  try_again_later: "the bank could not be asked",
  withdrawal_count_limit_exceeded: "the card's limit is used up",
};

/** Only codes are stored of a message. */
const CODE = /^[a-z][a-z_]{1,60}$/;

/** The code; else the generic decline. */
export function declineCode(code: string | null | undefined): string {
  return code && CODE.test(code) ? code : "generic_decline";
}

/** `card`: false for another way to pay. An early event has neither. */
export function declineTitle(detail: { card?: boolean; code?: string }): string {
  const { card = true, code = "generic_decline" } = detail;
  const what = card ? "A card was declined" : "A payment was declined";
  const meaning = Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : code.replaceAll("_", " ");
  return `${what}: ${meaning}`;
}
