import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "#core/ids.ts";
import type { Auth } from "#platform/auth.server.ts";

// The purpose is part of what is signed, so that no other signature of the shop passes for one of these.
function signatureOf(auth: Auth, requestId: string): Buffer {
  const secret = String(auth.options.secret);
  return createHmac("sha256", secret).update(`back-in-stock:${requestId}`).digest();
}

/** The address in a mail that ends every mail of its kind to the address of this request, without an account (RFC 8058). */
export function restockAlertUnsubscribeUrl(
  auth: Auth,
  publicUrl: string,
  requestId: string,
): string {
  const token = `${requestId}.back-in-stock.${signatureOf(auth, requestId).toString("base64url")}`;
  return `${publicUrl}/unsubscribe?${new URLSearchParams({ token })}`;
}

/** The request that a link's token names; null when the shop did not sign it. */
export function readRestockAlertToken(auth: Auth, token: string | null): string | null {
  const [id = "", purpose, given = "", ...more] = (token ?? "").slice(0, 200).split(".");
  if (purpose !== "back-in-stock" || !isId(id) || more.length > 0) return null;
  const expected = signatureOf(auth, id);
  const signature = Buffer.from(given, "base64url");
  const genuine = signature.length === expected.length && timingSafeEqual(signature, expected);
  return genuine ? id : null;
}
