import { cookieContextFor, hasSignedInCookie, signedInCookie } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { visitCookies } from "#app/web/require-customer.server.ts";
import { findActorAndSession } from "#features/base/identity/sessions.server.ts";
import { syncPeople } from "#features/body/measurement/sync-people.server.ts";
import { sentPeopleSchema } from "#features/body/measurement/sync-people.ts";
import { parseSentLines } from "#features/sales/cart/sync/cart-sync-input.ts";
import { syncCart } from "#features/sales/cart/sync/sync-cart.server.ts";
import { syncWishlist } from "#features/sales/cart/wishlist/sync-wishlist.server.ts";
import { parseSentSaved } from "#features/sales/cart/wishlist/wishlist-sync-input.ts";
import type { Route } from "./+types/cart-sync.ts";

const refuse = (code: string, status: number) =>
  Response.json({ error: { code } }, { status, headers: PRIVATE });

/** Requires a device that sends its own state. */
export function loader() {
  return refuse("method", 405);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Merges the device with the customer's account: cart and wishlist (ADR 0013), or measured people (ADR 0038). */
export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const found = await findActorAndSession(deps, request);
  const { actor } = found;
  const headers = new Headers(PRIVATE);
  if (actor.role === "visitor") {
    // An expired session is no error: the console stays clean.
    if (hasSignedInCookie(request))
      headers.append("Set-Cookie", signedInCookie(0, cookieContextFor(deps.publicUrl)));
    return new Response(null, { status: 204, headers });
  }
  const submitted: unknown = await request.json().catch(() => null);
  if (!isRecord(submitted)) return refuse("unreadable", 400);
  if ("people" in submitted) {
    const sent = sentPeopleSchema.safeParse(submitted);
    if (!sent.success) return refuse("unreadable", 400);
    const synced = await syncPeople(deps, { actor, sent: sent.data });
    return synced.ok ? Response.json(synced.value, { headers }) : refuse("forbidden", 403);
  }
  // A page of an earlier version does not say whose data it holds. It sends again after its next load.
  if (!("storedFor" in submitted)) return refuse("unreadable", 400);
  const storedFor = typeof submitted.storedFor === "string" ? submitted.storedFor : null;
  const cart = await syncCart(deps, {
    actor,
    storedFor,
    sent: parseSentLines(submitted.cart),
  });
  const sent = parseSentSaved(submitted.wishlist);
  const wishlist = await syncWishlist(deps, { actor, storedFor, sent });
  if (!cart.ok || !wishlist.ok) return refuse("forbidden", 403);
  for (const cookie of await visitCookies(deps, request, found)) {
    headers.append("Set-Cookie", cookie);
  }
  const body = { storedFor: actor.userId, cart: cart.value, wishlist: wishlist.value };
  return Response.json(body, { headers });
}
