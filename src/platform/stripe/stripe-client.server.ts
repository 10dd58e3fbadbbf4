import { setTimeout as wait } from "node:timers/promises";
import type Stripe from "stripe";
import type { PaymentTrouble } from "../payment-trouble.ts";
import { isProviderError, isStillOpening, PaymentProviderError } from "../payment-trouble.ts";

/** One attempt's; the customer waits for it. */
const TRY_MS = 8_000;

/** Network failures and overload are retried. Idempotency keys prevent duplicates. */
const MAX_RETRIES = 2;

/** A key or webhook secret in a message, whole or masked. */
const ANY_KEY = /\b(?:sk|rk|pk|whsec)_[\w*•]+/g;

function troubleOf(error: Stripe.errors.StripeError): PaymentTrouble {
  if (error.code === "api_key_expired") return "revoked_key";
  if (error.statusCode === 401) return "wrong_key";
  if (error.statusCode === 403) return "restricted_key";
  const { statusCode } = error;
  // 409: the request still runs under its key.
  const isAway = statusCode === undefined || [409, 429].includes(statusCode) || statusCode >= 500;
  return isAway ? "away" : "refused";
}

export function isMissing(error: unknown, param?: string): boolean {
  if (!isProviderError(error)) return false;
  return error.stripeCode === "resource_missing" && (!param || error.param === param);
}

/** Keeps Stripe's message, without keys or request data. */
function asProviderError(error: unknown): unknown {
  if (!(error instanceof Error) || !("rawType" in error || "statusCode" in error)) return error;
  const reported = error as Stripe.errors.StripeError;
  const text = reported.message.replace(ANY_KEY, "the key");
  return new PaymentProviderError(troubleOf(reported), `Stripe: ${text}`, {
    stripeCode: reported.code ?? null,
    param: reported.param ?? null,
    text,
    isRemembered: reported.headers?.["idempotent-replayed"] === "true",
  });
}

/** Used after failures of Stripe. */
const MAX_KEYS = 5;

/**
 * Makes a change at most once, by idempotency key. Stripe repeats its own failure (500) for a day: `findDone`
 * then checks for the change; if absent, the next key of a fixed sequence is used.
 */
export async function requestOnce<Answer>(
  key: string,
  work: (idempotencyKey: string) => Promise<Answer>,
  findDone: () => Promise<Answer | null>,
  moreKeys = MAX_KEYS,
): Promise<Answer> {
  for (let nth = 0; ; nth += 1) {
    try {
      return await work(nth === 0 ? key : `${key}:${nth}`);
    } catch (error) {
      const isOver = isProviderError(error) && error.trouble === "away" && error.isRemembered;
      if (!isOver || nth === moreKeys) throw error;
      const done = await findDone();
      if (done !== null) return done;
    }
  }
}

/** Every failure becomes a PaymentProviderError. */
export type StripeCall = <Answer>(call: (stripe: Stripe) => Promise<Answer>) => Promise<Answer>;

/** Loaded at the first call, never without keys. */
async function openClient(secretKey: string, base: string | undefined): Promise<Stripe> {
  const { default: StripeClient } = await import("stripe");
  const at = base ? new URL(base) : null;
  return new StripeClient(secretKey, {
    maxNetworkRetries: MAX_RETRIES,
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

/** How long the request that holds the key may take; then the customer hears that it takes longer. */
const KEY_IN_USE_MS = 25_000;

const KEY_IN_USE_PAUSE_MS = 500;

/** Repeats a request while its key is in use: the result is the same. */
async function onceKeyIsFree<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const untilMs = performance.now() + KEY_IN_USE_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isStillOpening(error) || performance.now() >= untilMs) throw error;
      await wait(KEY_IN_USE_PAUSE_MS);
    }
  }
}

/** Stripe at one URL, and what a process learns about it: one client and one account name per secret key. */
export type StripeConnections = {
  callUnder(secretKey: string): StripeCall;
  /** Account ids by secret key; they never change. */
  accountIds: Map<string, string>;
};

/** `base` replaces Stripe's URL in tests (STRIPE_API_BASE). */
export function createStripeConnections(base: string | undefined): StripeConnections {
  const clients = new Map<string, Promise<Stripe>>();
  return {
    accountIds: new Map(),
    callUnder: (secretKey) => async (call) => {
      const client = clients.get(secretKey) ?? openClient(secretKey, base);
      clients.set(secretKey, client);
      return onceKeyIsFree(async () => {
        try {
          return await call(await client);
        } catch (error) {
          throw asProviderError(error);
        }
      });
    },
  };
}
