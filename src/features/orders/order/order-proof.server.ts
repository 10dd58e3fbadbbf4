import { orderNumber } from "#core/document-number.ts";
import type { Database } from "#db/client.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { sealedSchema } from "#platform/secrets.server.ts";
import { findOrderIdByNumber } from "./order-queries.server.ts";

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

/**
 * A new proof for a guest whose hour is over and who gives the order's email again; null for another email. As strong as the
 * lookup by number and email.
 */
export async function renewProof(
  deps: { db: Database; secretBox: SecretBox; clock: Clock },
  { email, orderId }: { orderId: string; email: string },
): Promise<string | null> {
  const found = await findOrderIdByNumber(deps.db, { number: orderNumber(orderId), email });
  return found === orderId ? contractProof(deps.secretBox, orderId, deps.clock.now()) : null;
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
