import { createHash } from "node:crypto";
import { eq, inArray, min, or } from "drizzle-orm";
import { clientKeyOf } from "#core/client-key.ts";
import type { Queryable } from "#db/client.server.ts";
import { stockReservations } from "#db/schema/inventory.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/identity/actor.ts";

/** Items that an unpaid order may hold; `thirds` of a size stay within reach of one holder, rounded up. */
type HoldLimit = { maxOfOne: number; thirds: number; maxInAll: number };

/**
 * Of one holder, over all unpaid orders (ADR 0029). A connection is an IP address or a /64 and may be a whole phone
 * network's; a guest is an email or a browser; an account has a confirmed email.
 */
export const HOLD_LIMITS = {
  connection: { maxOfOne: 6, thirds: 1, maxInAll: 24 },
  guest: { maxOfOne: 3, thirds: 1, maxInAll: 12 },
  account: { maxOfOne: 20, thirds: 2, maxInAll: 24 },
} as const satisfies Record<string, HoldLimit>;

/**
 * What a holder has of one size without regard to the share, while all of the holder's items are this few: a person who
 * buys normally gets the last three of a size.
 */
export const WITHOUT_SHARE = { ofOne: 3, inAll: 12 };

/** Who asks to hold items; what is unknown is null. */
export type Visitor = {
  actor: Actor;
  customerEmail: string;
  clientIp: string | null;
  /** Random, from the browser's storage. */
  deviceId: string | null;
};

type HolderKind = "connection" | "customer" | "device";

/** One of the names that a visitor's items count under. `key` is a hash, stored as long as the items are held. */
export type Holder = HoldLimit & { kind: HolderKind; key: string };

function keyOf(kind: string, name: string): string {
  return createHash("sha256").update(`${kind}:${name}`).digest("base64url").slice(0, 22);
}

/**
 * The holders that an order counts for. A customer counts by account alone, so that neither strangers who enter the
 * same email nor others on the same network stand in the way.
 */
export function holdersOf({ actor, clientIp, customerEmail, deviceId }: Visitor): Holder[] {
  if (actor.role === "customer") {
    return [{ kind: "customer", key: keyOf("account", actor.userId), ...HOLD_LIMITS.account }];
  }
  const email = customerEmail.trim().toLowerCase();
  const holders: Holder[] = [
    { kind: "customer", key: keyOf("email", email), ...HOLD_LIMITS.guest },
  ];
  if (clientIp) {
    const key = keyOf("connection", clientKeyOf(clientIp));
    holders.push({ kind: "connection", key, ...HOLD_LIMITS.connection });
  }
  if (deviceId) {
    holders.push({ kind: "device", key: keyOf("device", deviceId), ...HOLD_LIMITS.guest });
  }
  return holders;
}

/**
 * What a visitor may still hold, where an order asked for more: by variant, and of all. `freeAt` is when the first of
 * the visitor's unpaid orders ends; null without one.
 */
export type HoldAllowance = {
  ofVariant: ReadonlyMap<string, number>;
  inAll: number;
  freeAt: Date | null;
};

/** When the first unpaid order of these holders ends; null without one. */
export async function findEarliestRelease(
  db: Queryable,
  holders: readonly Holder[],
): Promise<Date | null> {
  const { connectionKey, customerKey, deviceKey, orderId } = stockReservations;
  const keys = holders.map(({ key }) => key);
  const [row] = await db
    .select({ freeAt: min(orders.reservedUntil) })
    .from(stockReservations)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(or(inArray(connectionKey, keys), inArray(customerKey, keys), inArray(deviceKey, keys)));
  return row?.freeAt ?? null;
}
