import type { LineQuantity } from "#features/orders/order/line-quantities.ts";
import type { OrderEvent } from "#features/orders/order/order-events.ts";
import type { EarlierRefund } from "#features/sales/payments/refund.ts";

export type UndoObstacle = "returned" | "refunded";

export type UndoableShipment = {
  id: string;
  shippedAt: Date;
  deliveredAt: Date | null;
  items: readonly LineQuantity[];
};

/** Events are oldest first. */
export type OrderPast = {
  steps: readonly Pick<OrderEvent, "type" | "detail" | "at">[];
  returns: readonly { authorizationNumber: string; items: readonly { itemId: string }[] }[];
  refunds: readonly (EarlierRefund & { createdAt: Date })[];
};

/** When it was recorded, perhaps after it happened. */
function writtenAt(shipment: UndoableShipment, { steps }: OrderPast): Date {
  const type = shipment.deliveredAt ? "delivered" : "shipped";
  const step = steps.findLast(
    (each) => each.type === type && each.detail.shipmentId === shipment.id,
  );
  return step?.at ?? shipment.deliveredAt ?? shipment.shippedAt;
}

/**
 * Why a shipment's last step cannot be undone: a later return of its items, or refund of them or of an
 * unspecified amount. Failed refunds do not count. Else null.
 */
export function findUndoObstacle(shipment: UndoableShipment, past: OrderPast): UndoObstacle | null {
  const since = writtenAt(shipment, past);
  const isInside = (itemId: string) => shipment.items.some((each) => each.itemId === itemId);
  const isReturned = past.steps.some(({ type, detail, at }) => {
    if (type !== "return_requested" || at < since) return false;
    const announced = past.returns.find(
      ({ authorizationNumber }) => authorizationNumber === detail.authorizationNumber,
    );
    return announced?.items.some(({ itemId }) => isInside(itemId)) ?? false;
  });
  if (isReturned) return "returned";
  const isRefunded = past.refunds.some(
    ({ createdAt, refundedItems, status }) =>
      status !== "failed" &&
      createdAt >= since &&
      (refundedItems.length === 0 ||
        refundedItems.some(({ orderItemId }) => isInside(orderItemId))),
  );
  return isRefunded ? "refunded" : null;
}
