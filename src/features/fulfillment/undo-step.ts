import type { LineQuantity } from "#features/orders/line-quantities.ts";
import type { EarlierRefund } from "#features/payments/refund.ts";

export type UndoObstacle = "returned" | "refunded";

export type UndoableShipment = {
  id: string;
  shippedAt: Date;
  deliveredAt: Date | null;
  pieces: readonly LineQuantity[];
};

/** Events are oldest first. */
export type OrderPast = {
  steps: readonly { type: string; detail: Record<string, unknown>; at: Date }[];
  returns: readonly { authorizationNumber: string; pieces: readonly { itemId: string }[] }[];
  refunds: readonly (EarlierRefund & { createdAt: Date })[];
};

/** When it was recorded, perhaps after it happened. */
function writtenAt(parcel: UndoableShipment, { steps }: OrderPast): Date {
  const type = parcel.deliveredAt ? "delivered" : "shipped";
  const step = steps.findLast((each) => each.type === type && each.detail.parcelId === parcel.id);
  return step?.at ?? parcel.deliveredAt ?? parcel.shippedAt;
}

/**
 * Why a shipment's last step cannot be undone: since then a return of its items was requested, or its items or an
 * unspecified amount were refunded. Failed refunds do not count. Null if it can be undone.
 */
export function findUndoObstacle(parcel: UndoableShipment, past: OrderPast): UndoObstacle | null {
  const since = writtenAt(parcel, past);
  const isInside = (itemId: string) => parcel.pieces.some((each) => each.itemId === itemId);
  const isReturned = past.steps.some(({ type, detail, at }) => {
    if (type !== "return_requested" || at < since) return false;
    const announced = past.returns.find(
      ({ authorizationNumber }) => authorizationNumber === detail.authorizationNumber,
    );
    return announced?.pieces.some(({ itemId }) => isInside(itemId)) ?? false;
  });
  if (isReturned) return "returned";
  const isRefunded = past.refunds.some(
    ({ createdAt, pieces, status }) =>
      status !== "failed" &&
      createdAt >= since &&
      (pieces.length === 0 || pieces.some(({ orderItemId }) => isInside(orderItemId))),
  );
  return isRefunded ? "refunded" : null;
}
