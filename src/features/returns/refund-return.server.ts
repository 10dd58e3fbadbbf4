import type { MoneyAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { canReturnBecome } from "#features/orders/return-progress.ts";
import type { RefundDeps, RefundFailure } from "#features/payments/refund-order.server.ts";
import { refundOrder } from "#features/payments/refund-order.server.ts";
import { isPaidBack } from "#features/payments/reopen-return.server.ts";
import type { LockedReturn } from "./locked-return.server.ts";
import { lockReturn, recordReturnStep } from "./locked-return.server.ts";

type Input = {
  actor: Actor;
  orderId: string;
  returnId: string;
  amount: MoneyAmount;
  reason: string;
  key: string;
};

/** The return as it stands, and whether money for it is on its way already: a press that was cut short left it so. */
async function readReturn(
  deps: RefundDeps,
  input: Input,
): Promise<{ found: LockedReturn; isPaid: boolean } | null> {
  return deps.db.transaction(async (tx) => {
    const found = await lockReturn(tx, input.orderId, input.returnId);
    if (!found) return null;
    return { found, isPaid: await isPaidBack(tx, found.asked.id) };
  });
}

/**
 * Gives the money for a received return back and settles it. Its pieces were put on the shelf, or not, when the parcel was opened, so that the
 * refund restocks nothing. The refund's own mail tells the customer.
 */
export async function refundReturn(
  deps: RefundDeps,
  input: Input,
): Promise<Result<null, RefundFailure | "not_received">> {
  const { actor, amount, key, orderId, reason, returnId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const read = await readReturn(deps, input);
  if (!read) return fail("not_found");
  const { asked } = read.found;
  if (!canReturnBecome(asked.status, "refunded")) return fail("not_received");
  if (!read.isPaid) {
    const refunded = await refundOrder(deps, {
      actor,
      orderId,
      amount,
      reason,
      returnRequestId: returnId,
      items: asked.pieces
        .filter(({ received }) => (received ?? 0) > 0)
        .map(({ itemId, received }) => ({
          orderItemId: itemId,
          quantity: received ?? 0,
          restock: false,
        })),
      key,
    });
    if (!refunded.ok) return refunded;
  }
  return deps.db.transaction(async (tx) => {
    const locked = await lockReturn(tx, orderId, returnId);
    // The bank may have sent it back in the moment between.
    if (locked && !(await isPaidBack(tx, returnId))) return fail("provider" as const);
    // Two presses at once are one refund; the second finds it settled.
    if (locked && canReturnBecome(locked.asked.status, "refunded")) {
      await recordReturnStep(tx, deps, locked, { actor, to: "refunded", event: null });
    }
    return ok(null);
  });
}
