import { DAY_MS } from "#core/duration.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type { Garment } from "#features/garments/garment/garment.ts";
import { findGarment } from "#features/garments/garment/garment-queries.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { isSignedText, signText } from "#platform/auth-rotation.server.ts";

/** One garment that still has a customer; null for an unknown one and after its order was made anonymous. Does not check who asks. */
export async function findGarmentWithCustomer(
  db: Queryable,
  garmentId: string,
): Promise<Garment | null> {
  const garment = await findGarment(db, garmentId);
  return garment && !garment.isAnonymous ? garment : null;
}

/** Days that a private link works: from the email, and from the page that finds an order by number and email. */
export const LINK_DAYS = { email: 180, lookup: 1 } as const;

const signedText = (garmentId: string, until: string) => `garment:${garmentId}:${until}`;

/** Part of a URL that opens one garment without an account, until a day. It names neither customer nor order, and has no capital letter: addresses are in small letters. */
export function garmentToken(
  auth: Auth,
  { days, garmentId, now }: { garmentId: string; days: number; now: Date },
): string {
  const until = Math.floor((now.getTime() + days * DAY_MS) / 1_000).toString(36);
  const signature = signText(auth, signedText(garmentId, until)).toString("hex");
  return `${garmentId}.${until}.${signature}`;
}

/** Null for a wrong signature and after its day. */
function readGarmentToken(auth: Auth, token: string, now: Date): string | null {
  const [garmentId = "", until = "", given = "", ...more] = token.slice(0, 200).split(".");
  if (!isId(garmentId) || !/^[0-9a-z]{5,9}$/.test(until) || more.length > 0) return null;
  const signature = Buffer.from(given, "hex");
  if (!isSignedText(auth, signedText(garmentId, until), signature)) return null;
  return Number.parseInt(until, 36) * 1_000 > now.getTime() ? garmentId : null;
}

/** Who asks about a garment: its signed-in customer, or the bearer of its private link. */
export type GarmentKey = { actor: Actor; garmentId: string } | { token: string };

/**
 * The garment of the one who asks; another customer's is 'not_found', and so is one that was cancelled, whose links end with it.
 */
export async function findMyGarment(
  deps: { db: Queryable; auth: Auth; clock: { now(): Date } },
  key: GarmentKey,
): Promise<Result<Garment, "forbidden" | "not_found">> {
  if ("token" in key) {
    const id = readGarmentToken(deps.auth, key.token, deps.clock.now());
    const found = id && (await findGarmentWithCustomer(deps.db, id));
    return found && found.stage !== "cancelled" ? ok(found) : fail("not_found");
  }
  if (!isSignedIn(key.actor)) return fail("forbidden");
  const found = await findGarmentWithCustomer(deps.db, key.garmentId);
  const isOwn = found?.userId === key.actor.userId && found.stage !== "cancelled";
  return isOwn ? ok(found) : fail("not_found");
}

/** Where a garment's fit is reported and an alteration is asked for. */
export const garmentPath = (key: { orderId: string; garmentId: string } | { token: string }) =>
  "token" in key
    ? `/garment/${key.token}`
    : `/profile/orders/${key.orderId}/garments/${key.garmentId}`;
