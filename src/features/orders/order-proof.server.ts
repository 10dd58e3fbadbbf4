import type { SecretBox } from "#platform/secrets.server.ts";
import { sealedSchema } from "#platform/secrets.server.ts";

const LINK = "link to a contract";
const LINK_LIFETIME_MS = 3_600_000;

/**
 * Part of a URL that opens the contracts of an order, and the page that changes them, for an hour. For a customer who has proven the order with its number and
 * email, and has no account. It names neither.
 */
export function contractProof(secretBox: SecretBox, orderId: string, now: Date): string {
  const until = now.getTime() + LINK_LIFETIME_MS;
  const sealed = secretBox.seal(JSON.stringify({ orderId, until }), LINK);
  return Buffer.from(JSON.stringify(sealed)).toString("base64url");
}

/** Whether the text is a `contractProof` of this order that has not ended. */
export function holdsProof(box: SecretBox, proof: string, orderId: string, now: Date): boolean {
  try {
    const sealed = sealedSchema.parse(JSON.parse(Buffer.from(proof, "base64url").toString()));
    const said = JSON.parse(box.open(sealed, LINK) ?? "null");
    return said?.orderId === orderId && said.until > now.getTime();
  } catch {
    return false;
  }
}
