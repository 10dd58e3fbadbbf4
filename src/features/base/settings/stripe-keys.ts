import { z } from "zod";
import type { StripeMode } from "#platform/stripe/stripe-access.ts";

/** The prefix names the mode (specification 4 and 5); null for other keys. */
export function stripeModeOf(key: string): StripeMode | null {
  const [, mode] = /^(?:pk|sk|rk)_(test|live)_/.exec(key) ?? [];
  return mode === "test" || mode === "live" ? mode : null;
}

/** Test unless a key is live (specification 2). */
export function shownStripeMode(publishableKey: string): StripeMode {
  return stripeModeOf(publishableKey) ?? "test";
}

/** Shows the prefix and the last four characters, and nothing of a short key (decision D5). */
export function secretKeyHint(secretKey: string): string {
  const [prefix = ""] = /^(?:sk|rk)_(?:test|live)_/.exec(secretKey) ?? [];
  return `${prefix}••••${secretKey.length >= 24 ? secretKey.slice(-4) : ""}`;
}

const key = z.string().trim().max(300);

/** An empty secret key keeps the stored one. */
export const stripeKeysInput = z.object({
  version: z.number().int().nonnegative(),
  publishableKey: key,
  secretKey: key,
});

export type StripeKeysFailure = "missing_keys" | "key_mismatch" | "secret_in_public" | "bad_key";

/** Other characters mean a wrong paste. */
const KEY_LETTERS = /^[\w-]+$/;

/**
 * Validates a pair of keys (specification 5) before Stripe: both present, one mode. Stripe judges unknown
 * prefixes, but a secret key in the public field is refused. An empty secret key means `stored`.
 */
export function validateStripeKeys(keys: {
  publishableKey: string;
  secretKey: string;
  stored: { mode: StripeMode | null } | null;
}): StripeKeysFailure | null {
  const { publishableKey, secretKey, stored } = keys;
  if (publishableKey === "" || (secretKey === "" && stored === null)) return "missing_keys";
  if (/^(?:sk|rk)_/.test(publishableKey)) return "secret_in_public";
  if (!KEY_LETTERS.test(publishableKey)) return "bad_key";
  if (secretKey !== "" && !KEY_LETTERS.test(secretKey)) return "bad_key";
  const secretMode = secretKey === "" ? (stored?.mode ?? null) : stripeModeOf(secretKey);
  return stripeModeOf(publishableKey) === secretMode ? null : "key_mismatch";
}
