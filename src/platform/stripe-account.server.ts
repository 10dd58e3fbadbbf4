import { z } from "zod";
import type { StripeCall } from "./stripe/stripe-client.server.ts";
import { createStripeConnections, isMissing } from "./stripe/stripe-client.server.ts";
import { STRIPE_EVENTS } from "./stripe/stripe-events.server.ts";

/** Identifies the shop's own endpoints. */
const MADE_BY = "demerara-atelier";

/** Deletes earlier endpoints at this URL, whose secrets are lost. Null when the account may not. */
async function registerEndpoint(
  request: StripeCall,
  url: string,
): Promise<{ id: string; secret: string } | null> {
  try {
    const earlier = await request((stripe) => stripe.webhookEndpoints.list({ limit: 100 }));
    for (const { id, metadata, url: at } of earlier.data) {
      if (at !== url || metadata.madeBy !== MADE_BY) continue;
      await request((stripe) => stripe.webhookEndpoints.del(id));
    }
    const made = await request(async (stripe) =>
      stripe.webhookEndpoints.create({
        url,
        enabled_events: [...STRIPE_EVENTS],
        description: "Payments of the shop",
        metadata: { madeBy: MADE_BY },
      }),
    );
    return made.secret ? { id: made.id, secret: made.secret } : null;
  } catch {
    // The owner reads that the shop polls instead.
    return null;
  }
}

/** Older versions registered fewer events. True when Stripe is unreachable, against duplicates. */
async function isEndpointOn(request: StripeCall, endpointId: string): Promise<boolean> {
  try {
    const { enabled_events: reported, status } = await request((stripe) =>
      stripe.webhookEndpoints.retrieve(endpointId),
    );
    const isWhole =
      reported.includes("*") || STRIPE_EVENTS.every((type) => reported.includes(type));
    return status === "enabled" && isWhole;
  } catch (error) {
    return !isMissing(error);
  }
}

const STRIPE_API = "https://api.stripe.com";

const MAX_WAIT_MS = 8_000;

/** The mode of a secret key, or why it cannot be used. */
export type KeyVerdict =
  | { response: "works"; mode: "test" | "live" }
  | { response: "wrong" | "revoked" | "restricted" | "away" };

/** Stripe under a key that may be invalid. */
export type StripeAccount = {
  verify(secretKey: string): Promise<KeyVerdict>;
  /** Registers this URL; null when refused. The secret is returned once. */
  listen(secretKey: string, url: string): Promise<{ id: string; secret: string } | null>;
  /** An endpoint that cannot be removed stays, without an error. */
  stopListening(secretKey: string, endpointId: string): Promise<void>;
  /** Unknown counts as yes. */
  isListening(secretKey: string, endpointId: string): Promise<boolean>;
};

const balance = z.object({ object: z.literal("balance"), livemode: z.boolean() });
const refusal = z.object({ error: z.object({ code: z.string().optional() }) });

/** Checks a key by reading the balance, open to every account. Stores, logs and throws nothing. */
export function createStripeAccount(base = STRIPE_API): StripeAccount {
  const { callUnder } = createStripeConnections(base === STRIPE_API ? undefined : base);
  return {
    listen: (secretKey, url) => registerEndpoint(callUnder(secretKey), url),
    isListening: (secretKey, id) => isEndpointOn(callUnder(secretKey), id),
    async stopListening(secretKey, id) {
      const request = callUnder(secretKey);
      await request((stripe) => stripe.webhookEndpoints.del(id)).catch(() => undefined);
    },
    async verify(secretKey) {
      try {
        const response = await fetch(new URL("/v1/balance", base), {
          headers: { Authorization: `Bearer ${secretKey}` },
          redirect: "error",
          signal: AbortSignal.timeout(MAX_WAIT_MS),
        });
        const body: unknown = await response.json();
        if (response.ok) {
          const { livemode } = balance.parse(body);
          return { response: "works", mode: livemode ? "live" : "test" };
        }
        if (response.status === 403) return { response: "restricted" };
        if (response.status !== 401) return { response: "away" };
        const code = refusal.safeParse(body).data?.error.code;
        return { response: code === "api_key_expired" ? "revoked" : "wrong" };
      } catch {
        // The error may quote the key.
        return { response: "away" };
      }
    },
  };
}
