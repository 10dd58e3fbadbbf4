import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { awaitsEmailConfirmation } from "#features/base/identity/register-customer.server.ts";
import type { Holder } from "#features/catalog/inventory/hold-limits.server.ts";
import { holdersOf } from "#features/catalog/inventory/hold-limits.server.ts";

/** Who is about to order, as far as it is known: before the checkout a guest has no email. */
export type CheckoutVisitor = {
  actor: Actor;
  customerEmail?: string;
  clientIp?: string | null;
  deviceId?: string | null;
};

/** `isConfirmed`: an account with a confirmed email. */
export type Orderer = {
  userId: string | null;
  customerEmail: string;
  isConfirmed: boolean;
  holders: readonly Holder[];
};

/** Whose an order of a visitor is, and under which names its items and garments count until it is paid. */
export async function findHolders(
  deps: { db: Queryable },
  { actor, clientIp = null, deviceId = null, ...visitor }: CheckoutVisitor,
): Promise<Orderer> {
  const isConfirmed =
    actor.role === "customer" && !(await awaitsEmailConfirmation(deps, { actor }));
  const customerEmail = visitor.customerEmail ?? (actor.role === "visitor" ? "" : actor.email);
  return {
    userId: actor.role === "customer" ? actor.userId : null,
    customerEmail,
    isConfirmed,
    holders: holdersOf({ actor, clientIp, customerEmail, deviceId, isConfirmed }),
  };
}
