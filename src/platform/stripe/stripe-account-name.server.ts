import { createHash } from "node:crypto";
import { isProviderError } from "../payment-trouble.ts";
import type { StripeCall } from "./stripe-client.server.ts";

/** A shopper waits for it once in the life of a process. */
const LONGEST_WAIT_MS = 3_000;

/** Names of the keys' accounts, by what they were asked with; they never change. */
const names = new Map<string, string>();

/** What a key is called where its account cannot be had: the same for the same key, and nothing leads from it to the key. */
export function keyFingerprint(secretKey: string): string {
  return `key_${createHash("sha256").update(secretKey).digest("hex").slice(0, 16)}`;
}

/**
 * The account that a secret key belongs to ("acct_..."), asked for once; for a key that may not tell it, or with nobody there, the key's own
 * fingerprint. Never throws.
 */
export async function accountName(
  ask: StripeCall,
  { secretKey, base }: { secretKey: string; base: string | undefined },
): Promise<string> {
  const question = `${base ?? ""} ${secretKey}`;
  const known = names.get(question);
  if (known) return known;
  try {
    const { id } = await ask((stripe) =>
      stripe.accounts.retrieveCurrent({}, { maxNetworkRetries: 0, timeout: LONGEST_WAIT_MS }),
    );
    names.set(question, id);
    return id;
  } catch (error) {
    const fingerprint = keyFingerprint(secretKey);
    const isForGood = isProviderError(error) && error.trouble === "restricted_key";
    if (isForGood) names.set(question, fingerprint);
    return fingerprint;
  }
}
