import type Stripe from "stripe";
import type { Books } from "./books.ts";
import { newStripeId } from "./books.ts";
import { missing } from "./stripe-refusal.ts";

/** Withdraws the amount at once. */
export function openDispute(books: Books, chargeId: string, reason: string): Stripe.Dispute {
  const charge = books.charges.get(chargeId);
  if (!charge) throw missing("charge", chargeId);
  const amount = charge.amount - charge.amount_refunded;
  const id = newStripeId("du");
  const withdrawn = books.move("adjustment", -amount, charge.currency, id);
  const dispute = {
    id,
    object: "dispute",
    amount,
    balance_transactions: [withdrawn],
    charge: charge.id,
    created: books.seconds,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: books.seconds + 7 * 24 * 60 * 60,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: "10.4",
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
  } as unknown as Stripe.Dispute;
  books.disputes.set(id, dispute);
  charge.disputed = true;
  books.report("charge.dispute.created", dispute);
  books.report("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** Won: returns the amount. */
export function closeDispute(books: Books, id: string, won: boolean): Stripe.Dispute {
  const dispute = books.disputes.get(id);
  if (!dispute) throw missing("dispute", id);
  dispute.status = won ? "won" : "lost";
  if (won) {
    dispute.balance_transactions.push(
      books.move("adjustment", dispute.amount, dispute.currency, id),
    );
    books.report("charge.dispute.funds_reinstated", dispute);
  }
  books.report("charge.dispute.closed", dispute);
  return dispute;
}
