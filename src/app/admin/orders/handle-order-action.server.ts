import { data, redirect } from "react-router";
import { submittedAddress } from "#app/account/submitted-address.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { fieldText, tooLongMessage } from "#core/submitted-text.ts";
import { changeAddress } from "#features/fulfillment/change-address.server.ts";
import { correctTracking } from "#features/fulfillment/correct-tracking.server.ts";
import { recordDelivery } from "#features/fulfillment/record-delivery.server.ts";
import { shipOrder } from "#features/fulfillment/ship-order.server.ts";
import { readShipment, readTracking } from "#features/fulfillment/shipment-input.ts";
import { undoDelivery } from "#features/fulfillment/undo-delivery.server.ts";
import { undoShipment } from "#features/fulfillment/undo-shipment.server.ts";
import { addOrderNote, MAX_ORDER_NOTE_LENGTH } from "#features/orders/add-order-note.server.ts";
import { resendOrderMail } from "#features/orders/resend-order-mail.server.ts";
import type { OrderActionRequest, OrderActionResult } from "./order-action-result.ts";
import { CHANGED_SINCE, GIVEN_BACK, NOT_PAID, PUT_RIGHT } from "./order-action-result.ts";
import type { OrderAction, OrderActionRefusal } from "./order-actions.ts";
import { ORDER_ACTIONS } from "./order-actions.ts";
import { cancel, refund } from "./refund-post.server.ts";
import { decline, exchange, receive, refundOfReturn } from "./return-post.server.ts";
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
async function track({
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

async function address({
  deps,
  actor,
  orderId,
  form,
}: OrderActionRequest): Promise<OrderActionResult> {
  const seen = fieldText(form, "seen");
  const changed = await changeAddress(deps, {
    actor,
    orderId,
    seen,
    address: submittedAddress(form),
  });
  if (changed.ok) return "done";
  switch (changed.error.code) {
    case "invalid":
      return { message: PUT_RIGHT, errors: changed.error.errors };
    case "shipped":
      return { message: "A parcel has left already: the address cannot be changed any more." };
    case "conflict":
      return { message: CHANGED_SINCE };
    case "not_paid":
      return { message: NOT_PAID };
    default:
      return changed.error.code;
  }
}

async function note({
  deps,
  actor,
  orderId,
  form,
}: OrderActionRequest): Promise<OrderActionResult> {
  const text = fieldText(form, "note");
  const added = await addOrderNote(deps, { actor, orderId, note: text });
  if (added.ok) return "done";
  if (added.error === "empty") return { message: PUT_RIGHT, errors: { note: "Note is required" } };
  if (added.error !== "too_long") return added.error;
  const words = tooLongMessage("A note", MAX_ORDER_NOTE_LENGTH, text.length);
  return { message: PUT_RIGHT, errors: { note: words } };
}

async function resend({
  deps,
  actor,
  orderId,
  form,
}: OrderActionRequest): Promise<OrderActionResult> {
  const mailId = fieldText(form, "target");
  const key = fieldText(form, "key").slice(0, 64);
  const sent = await resendOrderMail(deps, { actor, orderId, mailId, key });
  return sent.ok ? "done" : sent.error;
}

const DO: Readonly<Record<OrderAction, (post: OrderActionRequest) => Promise<OrderActionResult>>> =
  {
    ship,
    unship,
    deliver,
    undeliver,
    track,
    address,
    note,
    refund,
    cancel,
    resend,
    receive,
    "refund-return": refundOfReturn,
    exchange,
    decline,
  };

function typedText(form: FormData): Record<string, string> {
  const fields = [...form.entries()].filter(
    (field): field is [string, string] => typeof field[1] === "string",
  );
  return Object.fromEntries(fields);
}

/**
 * Answers a form of the order's page: done leads back to the page, which says so, and a reload does it no second time; a refusal keeps
 * what was typed. A form the shop does not know changes nothing.
 */
export async function handleOrderAction(post: OrderActionRequest) {
  const { form, orderId } = post;
  const intent = ORDER_ACTIONS.find((each) => each === form.get("intent"));
  if (!intent) throw data(null, { status: 400 });
  const outcome = await DO[intent](post);
  if (outcome === "done") return redirect(`/admin/orders/${orderId}?done=${intent}`);
  if (outcome === "forbidden") return refuse();
  if (outcome === "not_found") throw data(null, { status: 404 });
  if ("doneWith" in outcome) {
    return redirect(`/admin/orders/${orderId}?done=${intent}&of=${outcome.doneWith}`);
  }
  const refusal: OrderActionRefusal = {
    intent,
    target: fieldText(form, "target"),
    message: outcome.message,
    errors: outcome.errors ?? {},
    typed: typedText(form),
  };
  return data(refusal, { status: 400 });
}
