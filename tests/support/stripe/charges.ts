import type Stripe from "stripe";
import type { Books } from "./books.ts";
import { newStripeId, sample } from "./books.ts";

export type Payer = {
  name: string;
  email: string;
  phone: string | null;
  address: Stripe.Address;
};

/** The first attempt creates it. */
export function intentOf(books: Books, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  const known = [...books.intents.values()].find((intent) => intent.id === session.payment_intent);
  if (known) return known;
  const details = books.details.get(session.id)?.intent;
  const intent: Stripe.PaymentIntent = {
    ...sample("payment_intent"),
    id: newStripeId("pi"),
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
    canceled_at: null,
    created: books.seconds,
    customer: session.customer,
    description: details?.description ?? null,
    last_payment_error: null,
    metadata: details?.metadata ?? {},
    next_action: null,
    processing: null,
    shipping: null,
    transfer_data: null,
  };
  books.intents.set(intent.id, intent);
  return intent;
}

/** Declines are failed charges. */
export function chargeFor(
  books: Books,
  intent: Stripe.PaymentIntent,
  payer: Payer,
  declinedBecause: string | null = null,
): Stripe.Charge {
  const paid = declinedBecause === null;
  const charge: Stripe.Charge = {
    ...sample("charge"),
    id: newStripeId("ch"),
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    balance_transaction: null,
    billing_details: {
      address: payer.address,
      email: payer.email,
      name: payer.name,
      phone: payer.phone,
      tax_id: null,
    },
    captured: paid,
    created: books.seconds,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    failure_code: declinedBecause,
    failure_message: paid ? null : "Your card was declined.",
    metadata: intent.metadata,
    paid,
    payment_intent: intent.id,
    receipt_email: payer.email,
    shipping: null,
    source: null,
    status: paid ? "succeeded" : "failed",
    transfer_data: null,
  };
  // Since 2022 only when expanded.
  delete (charge as Partial<Stripe.Charge>).refunds;
  books.charges.set(charge.id, charge);
  if (paid) {
    charge.balance_transaction = books.move("charge", charge.amount, charge.currency, charge.id).id;
  }
  return charge;
}

export function settleIntent(intent: Stripe.PaymentIntent, charge: Stripe.Charge): void {
  intent.status = "succeeded";
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  intent.last_payment_error = null;
}

/** A declined card's details, never to be stored. */
const CARD = {
  brand: "visa",
  exp_month: 4,
  exp_year: 2030,
  fingerprint: "Xt5EWLLDS7FJjR1c",
  last4: "0002",
};

/** Lets an intent fail without a code of the card. */
export function failIntent(
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  method: "card" | "us_bank_account" = "card",
): void {
  intent.status = "requires_payment_method";
  intent.latest_charge = charge.id;
  const details =
    method === "card"
      ? {
          type: "card_error",
          code: "card_declined",
          decline_code: charge.failure_code ?? "generic_decline",
          payment_method: { object: "payment_method", type: method, card: CARD },
        }
      : {
          type: "invalid_request_error",
          code: "payment_intent_payment_attempt_failed",
          payment_method: { object: "payment_method", type: method },
        };
  intent.last_payment_error = {
    ...details,
    charge: charge.id,
    message: charge.failure_message ?? "",
  } as unknown as Stripe.PaymentIntent.LastPaymentError;
}
