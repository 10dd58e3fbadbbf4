import type Stripe from "stripe";
import type { Books } from "./books.ts";
import { newStripeId, sample } from "./books.ts";
import { textOf } from "./metadata.ts";
import { invalid, missing, StripeRefusal } from "./stripe-refusal.ts";

function chargeOf(books: Books, params: Stripe.RefundCreateParams): Stripe.Charge {
  const { charge: chargeId, payment_intent: intentId } = params;
  if (intentId) {
    const intent = books.intents.get(intentId);
    if (!intent) throw missing("payment_intent", intentId, "payment_intent");
    const charge = books.charges.get(String(intent.latest_charge));
    if (charge?.paid) return charge;
    const text = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
    throw new StripeRefusal(400, text, { code: "charge_not_refundable", param: "payment_intent" });
  }
  const charge = chargeId ? books.charges.get(chargeId) : undefined;
  if (charge) return charge;
  if (chargeId) throw missing("charge", chargeId, "charge");
  throw invalid(
    "charge",
    "One of the following params should be provided: charge, payment_intent.",
  );
}

const leftOf = (charge: Stripe.Charge) => charge.amount - charge.amount_refunded;

function checkRefund(charge: Stripe.Charge, amount: number): void {
  if (charge.refunded) {
    const text = `Charge ${charge.id} has already been refunded.`;
    throw new StripeRefusal(400, text, { code: "charge_already_refunded" });
  }
  if (charge.disputed) {
    const text = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw new StripeRefusal(400, text, { code: "charge_disputed" });
  }
  if (!Number.isInteger(amount) || amount < 1) {
    throw invalid("amount", "Invalid positive integer", "parameter_invalid_integer");
  }
  if (amount > leftOf(charge)) {
    const text = `Refund amount (${amount}) is greater than unrefunded amount on charge (${leftOf(charge)})`;
    throw invalid("amount", text, "amount_too_large");
  }
}

/** POST /v1/refunds and the dashboard's button, by default the rest. `pending` waits for settleRefund. */
export function createRefund(
  books: Books,
  params: Stripe.RefundCreateParams,
  pending = false,
): Stripe.Refund {
  const charge = chargeOf(books, params);
  const amount = params.amount ?? leftOf(charge);
  checkRefund(charge, amount);
  const refund: Stripe.Refund = {
    ...sample("refund"),
    id: newStripeId("re"),
    amount,
    charge: charge.id,
    created: books.seconds,
    currency: charge.currency,
    metadata: textOf(params.metadata),
    payment_intent: charge.payment_intent,
    reason: params.reason ?? null,
    status: pending ? "pending" : "succeeded",
  };
  refund.balance_transaction = books.move("refund", -amount, charge.currency, refund.id).id;
  books.refunds.set(refund.id, refund);
  charge.amount_refunded += amount;
  charge.refunded = leftOf(charge) === 0;
  books.report("refund.created", refund);
  books.report("charge.refunded", charge);
  return refund;
}

export function settleRefund(books: Books, id: string, arrived: boolean): Stripe.Refund {
  const refund = books.refunds.get(id);
  const charge = books.charges.get(String(refund?.charge));
  if (!refund || !charge) throw missing("refund", id);
  refund.status = arrived ? "succeeded" : "failed";
  if (!arrived) {
    refund.failure_reason = "lost_or_stolen_card";
    const back = books.move("refund_failure", refund.amount, refund.currency, refund.id);
    refund.failure_balance_transaction = back.id;
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
  }
  books.report("refund.updated", refund);
  books.report("charge.refund.updated", refund);
  if (!arrived) books.report("refund.failed", refund);
  return refund;
}
