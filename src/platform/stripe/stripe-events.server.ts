import type Stripe from "stripe";
import { z } from "zod";
import type { ProviderName } from "#core/payment-providers.ts";
import type {
  ListedEvent,
  PaymentEvent,
  PaymentSession,
  ProviderRefund,
} from "../payments.server.ts";
import {
  paymentOf,
  stripeCharge,
  stripeDispute,
  stripeRefund,
  toDispute,
  toProviderRefund,
} from "./read-stripe-refund.ts";
import type { StripeCall } from "./stripe-client.server.ts";

/** No card data. */
const refusedIntent = z.object({
  metadata: z.record(z.string(), z.string()).nullish(),
  last_payment_error: z
    .object({
      type: z.string().nullish(),
      code: z.string().nullish(),
      decline_code: z.string().nullish(),
      payment_method: z.object({ type: z.string() }).nullish(),
    })
    .nullish(),
});

/** Stripe gives the bank's reason only when there is one. */
function readDecline(intent: unknown): {
  reference: string;
  code: string;
  isCard: boolean;
} {
  const { metadata, last_payment_error: error } = refusedIntent.parse(intent);
  const method = error?.payment_method?.type;
  return {
    reference: metadata?.reference ?? "",
    code: error?.decline_code ?? error?.code ?? "",
    isCard: method ? method === "card" : error?.type === "card_error",
  };
}

/** The shop's endpoint is registered for these. */
export const STRIPE_EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "payment_intent.payment_failed",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.closed",
] as const;

/** No other request reports these: paid sessions (duplicates, foreign payments). A charge repeats its refunds. */
const LISTED_EVENTS = STRIPE_EVENTS.filter(
  (type) =>
    /^(refund|charge\.dispute)\./.test(type) || /^checkout\..+(completed|succeeded)$/.test(type),
);

/** Stripe's maximum per response. */
const PAGE = 100;

/** The SDK's maximum per list. */
const MAX_LISTED = 10_000;

/** Stolen cards cause thousands, so only the newest are read. */
const MAX_DECLINES = 1_000;

/** Paid sessions, refunds, disputes and declined cards, each kind oldest first. Stripe stores thirty days. */
export async function* listStripeEvents(
  provider: ProviderName,
  request: StripeCall,
  { since, reads }: { since: Date; reads: StripeReads },
): AsyncGenerator<ListedEvent> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const list = (types: readonly string[], limit: number) =>
    request((stripe) =>
      stripe.events.list({ created, types: [...types], limit: PAGE }).autoPagingToArray({ limit }),
    );
  const following = await list(LISTED_EVENTS, MAX_LISTED);
  const declined = await list(["payment_intent.payment_failed"], MAX_DECLINES);
  for (const event of [...following.reverse(), ...declined.reverse()]) {
    yield { id: event.id, read: () => readStripeEvent(provider, event, reads) };
  }
}

export type StripeReads = {
  readSession(id: string): Promise<PaymentSession | null>;
  listRefunds(paymentId: string): Promise<readonly ProviderRefund[]>;
};

/**
 * A verified event; null for unhandled ones. Events arrive late and out of order, so sessions are read again;
 * refunds and disputes never go back. Throws when Stripe is unreachable, so that it sends again.
 */
export async function readStripeEvent(
  provider: ProviderName,
  event: Stripe.Event,
  reads: StripeReads,
): Promise<PaymentEvent | null> {
  const { id, type } = event;
  if (type.startsWith("checkout.session.")) {
    const session = await reads.readSession((event.data.object as { id: string }).id);
    if (!session || session.status === "open") return null;
    return { id, provider, type: `session.${session.status}`, session };
  }
  if (type === "payment_intent.payment_failed") {
    const at = new Date(event.created * 1000);
    return { id, provider, type: "payment.declined", at, ...readDecline(event.data.object) };
  }
  if (type.startsWith("refund.")) {
    const refund = toProviderRefund(stripeRefund.parse(event.data.object));
    if (!refund.paymentId) return null;
    return {
      id,
      provider,
      type: "refunds.changed",
      paymentId: refund.paymentId,
      refunds: [refund],
    };
  }
  if (type === "charge.refunded") {
    const paymentId = paymentOf(stripeCharge.parse(event.data.object));
    if (!paymentId) return null;
    const refunds = await reads.listRefunds(paymentId);
    return { id, provider, type: "refunds.changed", paymentId, refunds };
  }
  if (type.startsWith("charge.dispute.")) {
    const reported = stripeDispute.parse(event.data.object);
    const dispute = toDispute(reported);
    const paymentId = paymentOf(reported);
    return dispute && paymentId
      ? { id, provider, type: "dispute.changed", paymentId, dispute }
      : null;
  }
  return null;
}
