import { z } from "zod";
import {
  CHANGED_SINCE,
  NOT_PAID,
  orderForm,
  refused,
  target,
} from "#app/components/admin/order-form.server.ts";
import { unfinishedMessage } from "#features/garments/garment/shippable.ts";
import {
  correctTracking,
  recordDelivery,
  shipOrder,
} from "#features/sales/fulfillment/ship-order.server.ts";
import {
  shipmentSchema,
  trackingFields,
  withTrackingUrl,
} from "#features/sales/fulfillment/shipment-input.ts";
import { undoDelivery, undoShipment } from "#features/sales/fulfillment/undo-step.server.ts";
import { UNDO_OBSTACLE_MESSAGES } from "./order-actions.ts";

const GIVEN_BACK = "This order was cancelled or refunded in the meantime. Do not ship the parcel.";

export const ship = orderForm(shipmentSchema, async ({ deps, actor, orderId, fields }) => {
  const shipped = await shipOrder(deps, { actor, orderId, shipment: fields });
  if (shipped.ok) return { doneWith: shipped.value.shipmentId };
  if (typeof shipped.error === "object") return refused(unfinishedMessage(shipped.error.garments));
  switch (shipped.error) {
    case "not_paid":
      return refused(NOT_PAID);
    case "given_back":
      return refused(GIVEN_BACK);
    case "too_many":
      return {
        formErrors: ["Fewer pieces are left to ship. Someone may have packed some already."],
        fieldErrors: { items: ["Please look at what is left and choose again"] },
      };
    default:
      return shipped.error;
  }
});

export const deliver = orderForm(
  z.object({ target, day: z.string().default("") }),
  async ({ deps, actor, orderId, fields }) => {
    const { day, target: shipmentId } = fields;
    const recorded = await recordDelivery(deps, { actor, orderId, shipmentId: shipmentId, day });
    if (recorded.ok) return { doneWith: shipmentId };
    if (recorded.error !== "no_such_day") return recorded.error;
    const message = "Please choose a day between the parcel's leaving and today";
    return { fieldErrors: { day: [message] } };
  },
);

/** Corrects a shipment's carrier and tracking. */
export const track = orderForm(
  z
    .object({ ...trackingFields, target, version: z.string().default("") })
    .transform(withTrackingUrl),
  async ({ deps, actor, orderId, fields }) => {
    const { target: shipmentId, version, ...tracking } = fields;
    const corrected = await correctTracking(deps, {
      actor,
      orderId,
      shipmentId: shipmentId,
      version,
      tracking,
    });
    if (corrected.ok) return "done";
    return corrected.error === "conflict" ? refused(CHANGED_SINCE) : corrected.error;
  },
);

export const undeliver = orderForm(
  z.object({ target }),
  async ({ deps, actor, orderId, fields }) => {
    const undone = await undoDelivery(deps, { actor, orderId, shipmentId: fields.target });
    if (undone.ok) return "done";
    const isObstacle = undone.error === "returned" || undone.error === "refunded";
    return isObstacle ? refused(UNDO_OBSTACLE_MESSAGES[undone.error]) : undone.error;
  },
);

export const unship = orderForm(z.object({ target }), async ({ deps, actor, orderId, fields }) => {
  const undone = await undoShipment(deps, { actor, orderId, shipmentId: fields.target });
  if (undone.ok) return "done";
  switch (undone.error) {
    case "returned":
    case "refunded":
    case "delivered":
      return refused(UNDO_OBSTACLE_MESSAGES[undone.error]);
    default:
      return undone.error;
  }
});
