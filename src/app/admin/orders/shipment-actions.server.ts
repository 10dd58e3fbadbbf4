import { fieldText } from "#core/submitted-text.ts";
import { correctTracking } from "#features/fulfillment/correct-tracking.server.ts";
import { recordDelivery } from "#features/fulfillment/record-delivery.server.ts";
import { shipOrder } from "#features/fulfillment/ship-order.server.ts";
import { readShipment, readTracking } from "#features/fulfillment/shipment-input.ts";
import { undoDelivery } from "#features/fulfillment/undo-delivery.server.ts";
import { undoShipment } from "#features/fulfillment/undo-shipment.server.ts";
import type { OrderActionRequest, OrderActionResult } from "./order-action-result.ts";
import { CHANGED_SINCE, GIVEN_BACK, NOT_PAID, PUT_RIGHT } from "./order-action-result.ts";
import { UNDO_OBSTACLE_MESSAGES } from "./undo-step-messages.ts";

/** Sends a parcel on its way. */
export async function ship({
  deps,
  actor,
  orderId,
  form,
}: OrderActionRequest): Promise<OrderActionResult> {
  const parcel = readShipment(form);
  if (!parcel.ok) return { message: PUT_RIGHT, errors: parcel.error };
  const shipped = await shipOrder(deps, { actor, orderId, parcel: parcel.value });
  if (shipped.ok) return { doneWith: shipped.value.parcelId };
  if (shipped.error === "not_paid") return { message: NOT_PAID };
  if (shipped.error === "given_back") return { message: GIVEN_BACK };
  if (shipped.error !== "too_many") return shipped.error;
  return {
    message: "Not so many pieces are left to send. Somebody may have packed some already.",
    errors: { pieces: "Please look at what is left and choose again" },
  };
}

/** Writes down that a parcel has arrived. */
export async function deliver({
  deps,
  actor,
  orderId,
  form,
}: OrderActionRequest): Promise<OrderActionResult> {
  const parcelId = fieldText(form, "target");
  const day = fieldText(form, "day");
  const marked = await recordDelivery(deps, { actor, orderId, parcelId, day });
  if (marked.ok) return { doneWith: parcelId };
  if (marked.error !== "no_such_day") return marked.error;
  const words = "Please choose a day between the parcel's leaving and today";
  return { message: PUT_RIGHT, errors: { day: words } };
}

/** Corrects how a parcel is followed. */
export async function track({
  deps,
  actor,
  orderId,
  form,
}: OrderActionRequest): Promise<OrderActionResult> {
  const tracking = readTracking(form);
  if (!tracking.ok) return { message: PUT_RIGHT, errors: tracking.error };
  const corrected = await correctTracking(deps, {
    actor,
    orderId,
    parcelId: fieldText(form, "target"),
    seen: fieldText(form, "seen"),
    tracking: tracking.value,
  });
  if (corrected.ok) return "done";
  return corrected.error === "conflict" ? { message: CHANGED_SINCE } : corrected.error;
}

/** Takes back that a parcel has arrived. */
export async function undeliver({
  deps,
  actor,
  orderId,
  form,
}: OrderActionRequest): Promise<OrderActionResult> {
  const parcelId = fieldText(form, "target");
  const taken = await undoDelivery(deps, { actor, orderId, parcelId });
  if (taken.ok) return "done";
  const isKnown = taken.error === "returned" || taken.error === "refunded";
  return isKnown ? { message: UNDO_OBSTACLE_MESSAGES[taken.error] } : taken.error;
}

/** Takes back that a parcel has left. */
export async function unship({
  deps,
  actor,
  orderId,
  form,
}: OrderActionRequest): Promise<OrderActionResult> {
  const parcelId = fieldText(form, "target");
  const taken = await undoShipment(deps, { actor, orderId, parcelId });
  if (taken.ok) return "done";
  switch (taken.error) {
    case "returned":
    case "refunded":
    case "delivered":
      return { message: UNDO_OBSTACLE_MESSAGES[taken.error] };
    default:
      return taken.error;
  }
}
