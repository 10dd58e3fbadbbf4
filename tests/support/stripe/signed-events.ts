import Stripe from "stripe";
import { WEBHOOK_SECRET } from "./webhook-secret.ts";

export { WEBHOOK_SECRET };

export type SignedEvent = { body: string; signature: string; headers: Record<string, string> };

/** Signs with the SDK; every delivery has a new signature, as with Stripe's retries. */
export function signEvent(
  event: Stripe.Event,
  { secret = WEBHOOK_SECRET, at = new Date() }: { secret?: string; at?: Date } = {},
): SignedEvent {
  const body = JSON.stringify(event, null, 2);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(at.getTime() / 1000),
  });
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "stripe-signature": signature,
    "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
  };
  return { body, signature, headers };
}

/** Posts an event to a shop's webhook; rejects when the shop is not running. */
export function deliverEvent(address: string, event: Stripe.Event, secret?: string) {
  const { body, headers } = signEvent(event, secret === undefined ? {} : { secret });
  return fetch(address, { method: "POST", body, headers });
}
