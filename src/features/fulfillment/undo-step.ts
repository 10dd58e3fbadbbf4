import type { LineQuantity } from "#features/orders/line-quantities.ts";
import type { EarlierRefund } from "#features/payments/refund.ts";

/** Why the last step of a parcel stays as it is: something that came after rests on it. */
export type UndoObstacle = "returned" | "refunded";

/** A parcel as far as its steps can be taken back. */
export type UndoableShipment = {
  id: string;
  shippedAt: Date;
  deliveredAt: Date | null;
  pieces: readonly LineQuantity[];
};

/** What happened to an order, the oldest first, and what came back of it. */
export type OrderPast = {
  steps: readonly { type: string; detail: Record<string, unknown>; at: Date }[];
  returns: readonly { authorizationNumber: string; pieces: readonly { itemId: string }[] }[];
  refunds: readonly (EarlierRefund & { createdAt: Date })[];
};

/** When the step was written down, which may be later than the moment it tells of. */
function writtenAt(parcel: UndoableShipment, { steps }: OrderPast): Date {
  const type = parcel.deliveredAt ? "delivered" : "shipped";
  const step = steps.findLast((each) => each.type === type && each.detail.parcelId === parcel.id);
  return step?.at ?? parcel.deliveredAt ?? parcel.shippedAt;
}

/**
 * Whether the last step of a parcel (it left; it arrived) may be taken back: for as long as no return was announced for its pieces since, and
 * no money went back for them, or for nothing named. A refund that failed gave nothing. Null when it may.
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
