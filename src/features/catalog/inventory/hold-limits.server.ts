import { createHash } from "node:crypto";
import { eq, inArray, min, or } from "drizzle-orm";
import { clientKeyOf, networkBlockOf } from "#core/client-key.ts";
import type { Queryable } from "#db/client.server.ts";
import { stockReservations } from "#db/schema/inventory.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { HoldLimit } from "./hold-limits.ts";
import { emailForLimits, HOLD_LIMITS } from "./hold-limits.ts";

/** Unknown is null. */
export type Visitor = {
  actor: Actor;
  /** Of the account's email. Without it an account is limited as a guest, because anybody can make many. */
  isConfirmed: boolean;
  customerEmail: string;
  clientIp: string | null;
  /** Random, from the browser's storage. */
  deviceId: string | null;
};

type HolderKind = "connection" | "network" | "customer" | "device";

/** Items and garments count under a holder's name. `key` is a hash, stored while they are held. */
export type Holder = HoldLimit & { kind: HolderKind; key: string };

function keyOf(kind: string, name: string): string {
  return createHash("sha256").update(`${kind}:${name}`).digest("base64url").slice(0, 22);
}

/** Lists an order's holders. A customer counts by account alone, unaffected by strangers with the same email or network. */
export function holdersOf(visitor: Visitor): Holder[] {
  const { actor, clientIp, customerEmail, deviceId, isConfirmed } = visitor;
  if (actor.role === "customer" && isConfirmed) {
    return [{ kind: "customer", key: keyOf("account", actor.userId), ...HOLD_LIMITS.account }];
  }
  const email = keyOf("email", emailForLimits(customerEmail));
  const holders: Holder[] = [{ kind: "customer", key: email, ...HOLD_LIMITS.guest }];
  if (clientIp) {
    const key = keyOf("connection", clientKeyOf(clientIp));
    holders.push({ kind: "connection", key, ...HOLD_LIMITS.connection });
    const block = keyOf("network", networkBlockOf(clientIp));
    holders.push({ kind: "network", key: block, ...HOLD_LIMITS.network });
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
  const { connectionKey, customerKey, deviceKey, networkKey, orderId } = stockReservations;
  const keys = holders.map(({ key }) => key);
  const [row] = await db
    .select({ freeAt: min(orders.reservedUntil) })
    .from(stockReservations)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(
      or(
        inArray(connectionKey, keys),
        inArray(networkKey, keys),
        inArray(customerKey, keys),
        inArray(deviceKey, keys),
      ),
    );
  return row?.freeAt ?? null;
}
