import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { readSyncRequest, refuseSync } from "#app/web/device-sync.server.ts";
import { visitCookies } from "#app/web/require-customer.server.ts";
import { parseSentLines } from "#features/sales/cart/sync/cart-sync-input.ts";
import { syncCart } from "#features/sales/cart/sync/sync-cart.server.ts";
import { syncWishlist } from "#features/sales/cart/wishlist/sync-wishlist.server.ts";
import { parseSentSaved } from "#features/sales/cart/wishlist/wishlist-sync-input.ts";
import type { Route } from "./+types/cart-sync.ts";

/** Requires a device that sends its own state. */
export function loader() {
  return refuseSync("method", 405);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Merges the cart and the wishlist of a device with those of the customer's account (ADR 0013). */
export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const read = await readSyncRequest(deps, request);
  if (read instanceof Response) return read;
  const { actor, found, submitted } = read;
  // A page of an earlier version does not say whose data it holds. It sends again after its next load.
  if (!isRecord(submitted) || !("storedFor" in submitted)) return refuseSync("unreadable", 400);
  const storedFor = typeof submitted.storedFor === "string" ? submitted.storedFor : null;
  const cart = await syncCart(deps, {
    actor,
    storedFor,
    sent: parseSentLines(submitted.cart),
  });
  const sent = parseSentSaved(submitted.wishlist);
  const wishlist = await syncWishlist(deps, { actor, storedFor, sent });
  if (!cart.ok || !wishlist.ok) return refuseSync("forbidden", 403);
  const headers = new Headers(PRIVATE);
  for (const cookie of await visitCookies(deps, request, found)) {
    headers.append("Set-Cookie", cookie);
  }
  const body = { storedFor: actor.userId, cart: cart.value, wishlist: wishlist.value };
  return Response.json(body, { headers });
}
