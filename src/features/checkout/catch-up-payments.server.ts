import { and, eq } from "drizzle-orm";
import { paymentEvents } from "#db/schema/orders.server.ts";
import { notePaymentTrouble } from "#features/settings/payment-trouble.server.ts";
import type { PaymentEvent, PaymentProvider } from "#platform/payments.server.ts";
import { applyRefundOrDisputeEvent } from "./apply-refund-or-dispute-event.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";

/** Stripe itself tries for three days to bring a message. */
const LOOK_BACK_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * Asks the providers what they told of refunds, disputes and declined cards in the last days and applies what never arrived: money given back or
 * disputed at the provider's desk is known to nobody else. Sessions are asked about one by one when their time is over. Tells how many were found.
 */
export async function catchUpPayments(deps: CheckoutDeps): Promise<number> {
  const since = new Date(deps.clock.now().getTime() - LOOK_BACK_MS);
  let found = 0;
  for (const provider of await deps.payments.known()) {
    try {
      found += await catchUp(deps, provider, since);
    } catch (error) {
      await notePaymentTrouble(deps, error);
      deps.logger.warn({ err: error, provider: provider.name }, "payments: not caught up");
    }
  }
  return found;
}

async function catchUp(
  deps: CheckoutDeps,
  provider: PaymentProvider,
  since: Date,
): Promise<number> {
  let found = 0;
  for await (const event of provider.listEventsSince(since)) {
    if (await isKnown(deps, event)) continue;
    if ((await applyRefundOrDisputeEvent(deps, event)) === "noted") found += 1;
  }
  return found;
}

async function isKnown(deps: CheckoutDeps, event: PaymentEvent): Promise<boolean> {
  const rows = await deps.db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.provider, event.provider), eq(paymentEvents.eventId, event.id)));
  return rows.length > 0;
}
