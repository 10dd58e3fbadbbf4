import { z } from "zod";
import type { StripeCall } from "./stripe/stripe-client.server.ts";
import { createStripeCall, isMissing } from "./stripe/stripe-client.server.ts";
import { STRIPE_EVENTS } from "./stripe/stripe-events.server.ts";

/** By which the shop knows an endpoint of its own again. */
const MADE_BY = "demerara-atelier";

/**
 * Registers an endpoint for the messages the shop listens to, and takes earlier ones of its own at this address away: their secrets are lost,
 * and what they post would be refused. Null when the account may not.
 */
async function registerEndpoint(
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
async function isEndpointOn(ask: StripeCall, endpointId: string): Promise<boolean> {
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

/** Stripe's own address. */
export const STRIPE_API = "https://api.stripe.com";

const LONGEST_WAIT_MS = 8_000;

/** What the provider says of a secret key: whose mode it is of, or why it cannot be used. */
export type KeyVerdict =
  | { answer: "works"; mode: "test" | "live" }
  | { answer: "wrong" | "revoked" | "restricted" | "away" };

/** What the shop asks of its own account at the provider, under a key that may not work. */
export type StripeAccount = {
  /** Whether a secret key is good. */
  verify(secretKey: string): Promise<KeyVerdict>;
  /** Has the provider post its messages to this address; null when it would not. The secret is told this once. */
  listen(secretKey: string, url: string): Promise<{ id: string; secret: string } | null>;
  /** Whether that endpoint is still there and switched on; what cannot be known counts as yes. */
  isListening(secretKey: string, endpointId: string): Promise<boolean>;
};

const balance = z.object({ object: z.literal("balance"), livemode: z.boolean() });
const refusal = z.object({ error: z.object({ code: z.string().optional() }) });

/** Asks Stripe itself, by the one question that every account may ask: its balance. Nothing is kept, logged or thrown. */
export function createStripeAccount(base = STRIPE_API): StripeAccount {
  const apiBase = base === STRIPE_API ? undefined : base;
  return {
    listen: (secretKey, url) => registerEndpoint(createStripeCall(secretKey, apiBase), url),
    isListening: (secretKey, id) => isEndpointOn(createStripeCall(secretKey, apiBase), id),
    async verify(secretKey) {
      try {
        const response = await fetch(new URL("/v1/balance", base), {
          headers: { Authorization: `Bearer ${secretKey}` },
          redirect: "error",
          signal: AbortSignal.timeout(LONGEST_WAIT_MS),
        });
        const body: unknown = await response.json();
        if (response.ok) {
          const { livemode } = balance.parse(body);
          return { answer: "works", mode: livemode ? "live" : "test" };
        }
        if (response.status === 403) return { answer: "restricted" };
        if (response.status !== 401) return { answer: "away" };
        const code = refusal.safeParse(body).data?.error.code;
        return { answer: code === "api_key_expired" ? "revoked" : "wrong" };
      } catch {
        // A header that no key could be in, no network, no answer in time, or no JSON: the error may quote the key.
        return { answer: "away" };
      }
    },
  };
}
