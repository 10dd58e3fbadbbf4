import Stripe from "stripe";
import { WEBHOOK_SECRET } from "./webhook-secret.ts";

export { WEBHOOK_SECRET };

export type SignedEvent = { body: string; signature: string; headers: Record<string, string> };

/** Signs an event with the SDK, each delivery anew, as Stripe's retries are. */
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

/** Rejects when the shop is down. */
export function deliverEvent(address: string, event: Stripe.Event, secret?: string) {
  const { body, headers } = signEvent(event, secret === undefined ? {} : { secret });
  return fetch(address, { method: "POST", body, headers });
}
