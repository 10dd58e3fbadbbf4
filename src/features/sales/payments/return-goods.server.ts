import { eq } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { refundItems } from "#db/schema/payments.server.ts";
import { restockItems } from "#features/catalog/inventory/stock-ledger.server.ts";
import { releaseCloth } from "#features/garments/cloth/commit-cloth.server.ts";
import { cancelRefundedGarments } from "#features/garments/garment/stored-garments.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { withdrawnQuantities } from "#features/orders/order/shipment-queries.server.ts";
import type { RefundRow } from "./payment-queries.server.ts";

/** Null for a refund that nobody of the shop made. */
export const staffOf = ({ actorId, actorName }: RefundRow) =>
  actorId ? { userId: actorId, name: actorName } : null;

/** What a refund is for, with what went back to stock. */
export const itemsOfRefund = (tx: Transaction, { id }: Pick<RefundRow, "id">) =>
  tx.select().from(refundItems).where(eq(refundItems.refundId, id));

/** Puts what a refund gives back into stock, once for a refund. Returns the products whose pages show another availability now. */
export async function restockRefunded(
  tx: Transaction,
  { order, refund }: { order: Order; refund: RefundRow },
): Promise<readonly string[]> {
  const items = await itemsOfRefund(tx, refund);
  const staff = staffOf(refund);
  return restockItems(tx, {
    orderId: order.id,
    actor: staff && { role: "admin", userId: staff.userId, name: staff.name, email: "" },
    quantity: items
      .filter((item) => item.restocked)
      .flatMap(({ orderItemId, quantity }) => {
        const line = order.lines.find((each) => each.id === orderItemId);
        return line?.variantId ? [{ variantId: line.variantId, quantity }] : [];
      }),
  });
}

/**
 * Ends the garments of an order that is refunded whole, and frees the cloth of lines that are not made. The caller has locked the
 * order. Idempotent. Returns the products whose pages show another availability now.
 */
export async function endRefundedWork(
  tx: Transaction,
  { at, isWhole, order, refund }: { order: Order; refund: RefundRow; isWhole: boolean; at: Date },
): Promise<readonly string[]> {
  const items = await itemsOfRefund(tx, refund);
  // Lines that are refunded whole are not made.
  const withdrawn = await withdrawnQuantities(tx, order.id);
  const ended = order.lines.filter(
    ({ id, quantity }) =>
      items.some((item) => item.orderItemId === id && item.quantity === quantity) ||
      (withdrawn.get(id) ?? 0) >= quantity,
  );
  const staff = staffOf(refund);
  const cancelled = isWhole
    ? await cancelRefundedGarments(tx, { orderId: order.id, isWhole, at, staff })
    : [];
  const freed = await releaseCloth(tx, isWhole ? order : { ...order, lines: ended });
  return [...cancelled, ...freed];
}
