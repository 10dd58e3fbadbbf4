import type Stripe from "stripe";
import type { PaymentTrouble } from "../payment-trouble.ts";
import { isProviderError, PaymentProviderError } from "../payment-trouble.ts";

/** One try may take so long; a shopper waits for it. */
const TRY_MS = 8_000;

/** Tries after the first that found nobody or an overloaded Stripe; every change carries an idempotency key, so none is done twice. */
const MOST_RETRIES = 2;

/** A key or a webhook's secret, whole or masked, wherever a sentence quotes it. */
const ANY_KEY = /\b(?:sk|rk|pk|whsec)_[\w*•]+/g;

/** What went wrong, by what the SDK says of it. */
function troubleOf(error: Stripe.errors.StripeError): PaymentTrouble {
  if (error.code === "api_key_expired") return "revoked_key";
  if (error.statusCode === 401) return "wrong_key";
  if (error.statusCode === 403) return "restricted_key";
  const { statusCode } = error;
  // 409: the same request, by another hand, is still at work under its key, and nobody knows how it ends.
  const isAway = statusCode === undefined || [409, 429].includes(statusCode) || statusCode >= 500;
  return isAway ? "away" : "refused";
}

/** Whether Stripe says that it knows no such thing. */
export function isMissing(error: unknown, param?: string): boolean {
  if (!isProviderError(error)) return false;
  return error.stripeCode === "resource_missing" && (!param || error.param === param);
}

/** The error as the shop passes it on: Stripe's words without any key, and nothing of the request that was sent. */
function asProviderError(error: unknown): unknown {
  if (!(error instanceof Error) || !("rawType" in error || "statusCode" in error)) return error;
  const told = error as Stripe.errors.StripeError;
  const words = told.message.replace(ANY_KEY, "the key");
  return new PaymentProviderError(troubleOf(told), `Stripe: ${words}`, {
    stripeCode: told.code ?? null,
    param: told.param ?? null,
    words,
    isRemembered: told.headers?.["idempotent-replayed"] === "true",
  });
}

/** Keys that are tried after the first, when Stripe failed under each of them. */
const MOST_KEYS = 5;

/**
 * Does one thing at Stripe at most once, under a key of idempotency. Stripe remembers its own failure (a 500) under a key too, for a day; then
 * `findDone` looks whether it was done all the same, and if it was not the next key in a fixed row is used, the same one by whoever asks again.
 */
export async function requestOnce<Answer>(
  key: string,
  work: (idempotencyKey: string) => Promise<Answer>,
  findDone: () => Promise<Answer | null>,
): Promise<Answer> {
  for (let nth = 0; ; nth += 1) {
    try {
      return await work(nth === 0 ? key : `${key}:${nth}`);
    } catch (error) {
      const isOver = isProviderError(error) && error.trouble === "away" && error.isRemembered;
      if (!isOver || nth === MOST_KEYS) throw error;
      const done = await findDone();
      if (done !== null) return done;
    }
  }
}

/** Asks Stripe; every failure comes out as PaymentProviderError. */
export type StripeCall = <Answer>(ask: (stripe: Stripe) => Promise<Answer>) => Promise<Answer>;

const clients = new Map<string, Promise<Stripe>>();

/** The SDK is loaded at the first question: a shop without keys never pays for it, and no start waits for it. */
async function openClient(secretKey: string, base: string | undefined): Promise<Stripe> {
  const { default: StripeClient } = await import("stripe");
  const at = base ? new URL(base) : null;
  return new StripeClient(secretKey, {
    maxNetworkRetries: MOST_RETRIES,
    timeout: TRY_MS,
    telemetry: false,
    ...(at
      ? {
          host: at.hostname,
          port: at.port || (at.protocol === "https:" ? 443 : 80),
          protocol: at.protocol === "https:" ? ("https" as const) : ("http" as const),
        }
      : {}),
  });
}

/** Stripe under one key; `base` is another address than Stripe's own, for tests (STRIPE_API_BASE). */
export function createStripeCall(secretKey: string, base: string | undefined): StripeCall {
  const name = `${base ?? ""} ${secretKey}`;
  return async (ask) => {
    const client = clients.get(name) ?? openClient(secretKey, base);
    clients.set(name, client);
    try {
      return await ask(await client);
    } catch (error) {
      throw asProviderError(error);
    }
  };
}
