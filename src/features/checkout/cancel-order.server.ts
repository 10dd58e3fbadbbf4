import { eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { Order } from "#features/orders/order.ts";
import { findOrderById } from "#features/orders/order-queries.server.ts";
import { refundableMinor } from "#features/orders/refund.ts";
import type { RefundFailure } from "#features/orders/refund-order.server.ts";
import { refundOrder } from "#features/orders/refund-order.server.ts";
import { findRefunds } from "#features/orders/refund-queries.server.ts";
import { piecesLeft } from "#features/orders/shipping/line-pieces.ts";
import { lineHistories, parcelsOf } from "#features/orders/shipping/parcel-queries.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";
import { endOrder } from "./end-order.server.ts";

/** Why an order was not cancelled. */
export type CancelOrderFailure = RefundFailure | "shipped" | "conflict" | "over";

type Input = {
  actor: Actor;
  orderId: string;
  /** When the order was last changed as the owner saw it, ISO 8601. */
  seen: string;
  reason: string;
  restock: boolean;
  key: string;
};

/**
 * Cancels an order before anything of it has left: one that is not paid ends at the provider and here, and its pieces are back; a paid one
 * is refunded whole, which ends it as 'refunded' (decision C3), and its pieces go back onto the shelf if the owner says so. What somebody else
 * changed since is a 'conflict'. Throws when the provider cannot be asked to end an unpaid one.
 */
export async function cancelOrder(
  deps: CheckoutDeps,
  input: Input,
): Promise<Result<null, CancelOrderFailure>> {
  const { actor, orderId, seen } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(orderId)) return fail("not_found");
  const order = await findOrderById(deps.db, orderId);
  if (!order) return fail("not_found");
  const [row] = await deps.db
    .select({ updatedAt: orders.updatedAt })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (row?.updatedAt.toISOString() !== seen) return fail("conflict");
  if (order.status === "pending") return cancelUnpaid(deps, { ...input, actor });
  return order.status === "completed" ? cancelPaid(deps, input, order) : fail("over");
}

async function cancelUnpaid(
  deps: CheckoutDeps,
  { actor, orderId }: Input & { actor: Extract<Actor, { role: "admin" }> },
): Promise<Result<null, CancelOrderFailure>> {
  const ending = { orderId, as: "cancelled", because: "shop_cancelled" } as const;
  const status = await endOrder(deps, ending);
  // Paid in the same moment: money taken is never ignored, and the owner decides anew.
  if (status !== "cancelled") return fail("conflict");
  await recordChanges(deps.db, actor, [
    {
      action: "cancelled",
      subject: "order",
      subjectId: orderId,
      before: { status: "pending" },
      after: { status },
    },
  ]);
  return ok(null);
}

async function cancelPaid(
  deps: CheckoutDeps,
  input: Input,
  order: Order,
): Promise<Result<null, CancelOrderFailure>> {
  const { actor, key, reason, restock } = input;
  const parcels = await parcelsOf(deps.db, order.id);
  if (parcels.length > 0) return fail("shipped");
  const { total } = order.totals;
  const left = refundableMinor(total.minorUnits, await findRefunds(deps.db, order.id));
  const historyOf = await lineHistories(deps.db, order.id, parcels);
  const refunded = await refundOrder(deps, {
    actor,
    orderId: order.id,
    amount: money(left, total.currency),
    reason,
    items: order.lines
      .map((line) => ({ line, quantity: piecesLeft(line.quantity, historyOf(line.id)) }))
      .filter(({ quantity }) => quantity > 0)
      .map(({ line, quantity }) => ({ orderItemId: line.id, quantity, restock })),
    returnRequestId: null,
    key,
  });
  if (!refunded.ok) return refunded;
  const cancelled = { orderId: order.id, type: "cancelled_by_shop" };
  await deps.db.insert(orderEvents).values(cancelled);
  return ok(null);
}
