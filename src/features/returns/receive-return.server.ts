import { and, eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { bumpContentVersion } from "#db/content-version.server.ts";
import { returnRequestItems } from "#db/schema/returns.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { canReturnBecome } from "#features/orders/return-progress.ts";
import { restockItems } from "#features/orders/stock-ledger.server.ts";
import type { LockedReturn, ReturnDeps } from "./locked-return.server.ts";
import { lockReturn, recordReturnStep } from "./locked-return.server.ts";
import { returnReceivedEmail } from "./return-email.ts";

/** What lay in the parcel: how many of a line, and whether they are as good as new. */
export type ReceivedItem = { itemId: string; quantity: number; restock: boolean };

/** Why nothing was written down; 'too_many': more than was announced, 'nothing': an empty parcel is no return. */
export type ReceiveReturnFailure =
  | "forbidden"
  | "not_found"
  | "not_announced"
  | "too_many"
  | "nothing";

function judge({ asked }: LockedReturn, received: readonly ReceivedItem[]) {
  const isOnce = new Set(received.map(({ itemId }) => itemId)).size === received.length;
  const fits = received.every(({ itemId, quantity }) => {
    const announced = asked.pieces.find((each) => each.itemId === itemId);
    return (
      announced && Number.isInteger(quantity) && quantity >= 0 && quantity <= announced.quantity
    );
  });
  if (!isOnce || !fits) return "too_many" as const;
  return received.some(({ quantity }) => quantity > 0) ? null : ("nothing" as const);
}

async function writeReceived(
  tx: Transaction,
  { asked }: LockedReturn,
  received: readonly ReceivedItem[],
): Promise<void> {
  for (const { itemId } of asked.pieces) {
    const came = received.find((each) => each.itemId === itemId);
    const quantity = came?.quantity ?? 0;
    await tx
      .update(returnRequestItems)
      .set({ receivedQuantity: quantity, restockedQuantity: came?.restock ? quantity : 0 })
      .where(
        and(
          eq(returnRequestItems.returnRequestId, asked.id),
          eq(returnRequestItems.orderItemId, itemId),
        ),
      );
  }
}

/**
 * Writes down what of an announced return really came; what is as good as new goes back onto the shelf at once, and the customer is
 * mailed. A second press finds it received and changes nothing.
 */
export async function receiveReturn(
  deps: ReturnDeps & { content: CacheInvalidation },
  input: {
    actor: Actor;
    orderId: string;
    returnId: string;
    received: readonly ReceivedItem[];
    staffNote: string;
  },
): Promise<Result<null, ReceiveReturnFailure>> {
  const { actor, orderId, received, returnId, staffNote } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const written = await deps.db.transaction(async (tx) => {
    const locked = await lockReturn(tx, orderId, returnId);
    if (!locked) return fail("not_found" as const);
    const { asked, order } = locked;
    if (!canReturnBecome(asked.status, "received")) return fail("not_announced" as const);
    const refusal = judge(locked, received);
    if (refusal) return fail(refusal);
    await writeReceived(tx, locked, received);
    const isStockChanged = await restockItems(tx, {
      orderId: order.id,
      actor,
      note: asked.authorizationNumber,
      pieces: received
        .filter(({ quantity, restock }) => restock && quantity > 0)
        .flatMap(({ itemId, quantity }) => {
          const variantId = order.lines.find(({ id }) => id === itemId)?.variantId;
          return variantId ? [{ variantId, quantity }] : [];
        }),
    });
    await recordReturnStep(tx, deps, locked, {
      actor,
      to: "received",
      event: "return_received",
      detail: { pieces: received.reduce((sum, { quantity }) => sum + quantity, 0) },
      staffNote,
      mail: returnReceivedEmail,
    });
    return ok(isStockChanged ? await bumpContentVersion(tx) : null);
  });
  if (!written.ok) return written;
  if (written.value !== null) await deps.content.settle(written.value);
  return ok(null);
}
