import { createHash } from "node:crypto";
import { eq, inArray, min, or } from "drizzle-orm";
import { clientKeyOf } from "#core/client-key.ts";
import type { Queryable } from "#db/client.server.ts";
import { stockReservations } from "#db/schema/inventory.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";

/** The limits count items of unpaid orders; `thirds` of a size are rounded up. */
type HoldLimit = { maxOfOne: number; thirds: number; maxInAll: number };

/**
 * The limits are per holder, over unpaid orders (ADR 0029). A connection is an IP address or /64, perhaps of a phone
 * network; a guest is an email or browser; an account has a confirmed email.
 */
const HOLD_LIMITS = {
  connection: { maxOfOne: 6, thirds: 1, maxInAll: 24 },
  guest: { maxOfOne: 3, thirds: 1, maxInAll: 12 },
  account: { maxOfOne: 20, thirds: 2, maxInAll: 24 },
} as const satisfies Record<string, HoldLimit>;

/** Below this the share is ignored: a normal buyer gets a size's last three. */
export const WITHOUT_SHARE = { ofOne: 3, inAll: 12 };

/** Unknown is null. */
export type Visitor = {
  actor: Actor;
  customerEmail: string;
  clientIp: string | null;
  /** Random, from the browser's storage. */
  deviceId: string | null;
};

type HolderKind = "connection" | "customer" | "device";

/** Items count under a holder's name. `key` is a hash, stored while they are held. */
export type Holder = HoldLimit & { kind: HolderKind; key: string };

function keyOf(kind: string, name: string): string {
  return createHash("sha256").update(`${kind}:${name}`).digest("base64url").slice(0, 22);
}

/** Lists an order's holders. A customer counts by account alone, unaffected by strangers with the same email or network. */
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
 * What a visitor may still hold where an order asked for more. `freeAt`: the end of their first unpaid order,
 * or null.
 */
export type HoldAllowance = {
  ofVariant: ReadonlyMap<string, number>;
  inAll: number;
  freeAt: Date | null;
};

/** When these holders' first unpaid order ends, or null. */
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
