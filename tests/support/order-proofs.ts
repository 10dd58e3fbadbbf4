import type { Database } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { holderOf, storeOrderProof } from "#features/orders/order/order-proof.server.ts";

/** Proves an order, as after the code from its mailbox was entered in the actor's browser. */
export async function proveOrder(
  db: Database,
  { actor, at, orderId }: { actor: Actor; orderId: string; at: Date },
): Promise<void> {
  const holder = holderOf(actor);
  if (holder === null) throw new Error("The browser has no proof");
  await db.transaction((tx) => storeOrderProof(tx, { orderId, holder, now: at }));
}
