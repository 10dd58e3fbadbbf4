import { z } from "zod";
import type { Dispute, ProviderRefund } from "../payments.server.ts";
import { fromStripeAmount } from "./stripe-money.ts";

const idOrThing = z.union([z.string(), z.object({ id: z.string() })]).nullish();
const idOf = (value: z.infer<typeof idOrThing>) =>
  (typeof value === "object" ? value?.id : value) ?? null;

export const stripeRefund = z.object({
  id: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  status: z.string().nullable(),
  payment_intent: idOrThing,
  metadata: z.record(z.string(), z.string()).nullish(),
  failure_reason: z.string().nullish(),
});

/** One that waits for the bank or for details is pending. */
export function toProviderRefund(refund: z.infer<typeof stripeRefund>): ProviderRefund {
  const isFailed = refund.status === "failed" || refund.status === "canceled";
  return {
    id: refund.id,
    key: refund.metadata?.refund ?? null,
    paymentId: idOf(refund.payment_intent),
    amount: fromStripeAmount(refund.amount, refund.currency),
    status: isFailed ? "failed" : refund.status === "succeeded" ? "succeeded" : "pending",
    failure: isFailed ? (refund.failure_reason ?? "cancelled").replaceAll("_", " ") : null,
  };
}

export const stripeCharge = z.object({ payment_intent: idOrThing });

export const stripeDispute = z.object({
  id: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  status: z.string(),
  payment_intent: idOrThing,
});

/** `thing` is a refund, charge or dispute. */
export function paymentOf(thing: { payment_intent?: z.infer<typeof idOrThing> }): string | null {
  return idOf(thing.payment_intent);
}

/** Null for a bank's inquiry, which moves no money. */
export function toDispute(dispute: z.infer<typeof stripeDispute>): Dispute | null {
  const { amount, currency, id, status } = dispute;
  if (status.startsWith("warning") || status === "prevented") return null;
  const outcome = status === "won" || status === "lost" ? status : "open";
  return { id, amount: fromStripeAmount(amount, currency), outcome };
}
