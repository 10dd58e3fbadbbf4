import { z } from "zod";

/** Which of the provider's two worlds a key belongs to. */
export type StripeMode = "test" | "live";

/** A key's mode by its prefix (specification 4 and 5); null for a prefix that is not the provider's. */
export function stripeModeOf(key: string): StripeMode | null {
  const [, mode] = /^(?:pk|sk|rk)_(test|live)_/.exec(key) ?? [];
  return mode === "test" || mode === "live" ? mode : null;
}

/** What the badge and the button say: test unless a key says live (specification 2). */
export function shownStripeMode(publishableKey: string): StripeMode {
  return stripeModeOf(publishableKey) ?? "test";
}

/** All that is ever shown of a secret key again: its prefix and last four letters, and nothing of a short one (decision D5). */
export function secretKeyHint(secretKey: string): string {
  const [prefix = ""] = /^(?:sk|rk)_(?:test|live)_/.exec(secretKey) ?? [];
  return `${prefix}••••${secretKey.length >= 24 ? secretKey.slice(-4) : ""}`;
}

const key = z.string().trim().max(300);

/** The keys as they are typed; an empty secret key keeps the one that is stored. */
export const stripeKeysInput = z.object({
  version: z.number().int().nonnegative(),
  publishableKey: key,
  secretKey: key,
});

/** What is wrong with a pair of keys. */
export type StripeKeysFailure = "missing_keys" | "key_mismatch" | "secret_in_public" | "bad_key";

/** A key is one word of the provider's letters: anything else was pasted wrongly and would fit into no request. */
const KEY_LETTERS = /^[\w-]+$/;

/**
 * Judges a pair of keys by specification 5: both are needed, and both of one mode. Other prefixes are only hinted at, but a secret key in
 * the public field is refused: that one is shown to everybody. An empty secret key stands for the `stored` one.
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
