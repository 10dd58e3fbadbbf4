import { z } from "zod";
import { createStripeCall } from "./stripe/stripe-client.server.ts";
import { isEndpointOn, registerEndpoint } from "./stripe/stripe-endpoint.server.ts";

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
