import type { StripeCall } from "./stripe-client.server.ts";
import { isMissing } from "./stripe-client.server.ts";
import { STRIPE_EVENTS } from "./stripe-events.server.ts";

/** By which the shop knows an endpoint of its own again. */
const MADE_BY = "demerara-atelier";

/**
 * Registers an endpoint for the messages the shop listens to, and takes earlier ones of its own at this address away: their secrets are lost,
 * and what they post would be refused. Null when the account may not.
 */
export async function registerEndpoint(
  ask: StripeCall,
  url: string,
): Promise<{ id: string; secret: string } | null> {
  try {
    const earlier = await ask((stripe) => stripe.webhookEndpoints.list({ limit: 100 }));
    for (const { id, metadata, url: at } of earlier.data) {
      if (at !== url || metadata.madeBy !== MADE_BY) continue;
      await ask((stripe) => stripe.webhookEndpoints.del(id));
    }
    const made = await ask(async (stripe) =>
      stripe.webhookEndpoints.create({
        url,
        enabled_events: [...STRIPE_EVENTS],
        description: "Payments of the shop",
        metadata: { madeBy: MADE_BY },
      }),
    );
    return made.secret ? { id: made.id, secret: made.secret } : null;
  } catch {
    // The owner reads in words that the shop asks by itself instead.
    return null;
  }
}

/**
 * Whether the endpoint is there, switched on and told everything the shop listens to: one that an older shop registered knows less. When Stripe
 * cannot say, nothing is registered twice.
 */
export async function isEndpointOn(ask: StripeCall, endpointId: string): Promise<boolean> {
  try {
    const { enabled_events: told, status } = await ask((stripe) =>
      stripe.webhookEndpoints.retrieve(endpointId),
    );
    const isWhole = told.includes("*") || STRIPE_EVENTS.every((type) => told.includes(type));
    return status === "enabled" && isWhole;
  } catch (error) {
    return !isMissing(error);
  }
}
