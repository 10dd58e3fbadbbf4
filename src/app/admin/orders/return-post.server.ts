import { parseMoney } from "#core/money-amount.ts";
import { fieldText, tidyText, tooLongMessage } from "#core/submitted-text.ts";
import { readLineQuantities } from "#features/fulfillment/shipment-input.ts";
import { getAdminOrder } from "#features/order-page/admin-order-queries.server.ts";
import {
  declineReturn,
  MAX_DECLINE_REASON_LENGTH,
} from "#features/returns/decline-return.server.ts";
import { exchangeReturn } from "#features/returns/exchange-return.server.ts";
import { receiveReturn } from "#features/returns/receive-return.server.ts";
import { refundReturn } from "#features/returns/refund-return.server.ts";
import type { OrderActionRequest, OrderActionResult } from "./order-action-result.ts";
import { PUT_RIGHT } from "./order-action-result.ts";
import { readReason, refundRefusal } from "./refund-post.server.ts";

const LONGEST_STAFF_NOTE = 2_000;
const SETTLED = "This return was seen to in the meantime. Look at it as it is now.";

/** Writes down what of a return came: 'pieces-{line}' and, ticked, 'restock-{line}'. */
export async function receive({
  deps,
  actor,
  orderId,
  form,
}: OrderActionRequest): Promise<OrderActionResult> {
  const staffNote = tidyText(fieldText(form, "staffNote"));
  if (staffNote.length > LONGEST_STAFF_NOTE) {
    const words = tooLongMessage("A note", LONGEST_STAFF_NOTE, staffNote.length);
    return { message: PUT_RIGHT, errors: { staffNote: words } };
  }
  const received = await receiveReturn(deps, {
    actor,
    orderId,
    returnId: fieldText(form, "target"),
    received: readLineQuantities(form).map((pieces) => ({
      ...pieces,
      restock: form.get(`restock-${pieces.itemId}`) === "1",
    })),
    staffNote,
  });
  if (received.ok) return "done";
  switch (received.error) {
    case "forbidden":
    case "not_found":
      return received.error;
    case "not_announced":
      return { message: SETTLED };
    case "too_many":
      return { message: "No more can come back than was announced." };
    case "nothing": {
      const words = "Please choose what came. If nothing did, decline the return";
      return { message: PUT_RIGHT, errors: { pieces: words } };
    }
  }
}

/** Gives the money for what came back. */
export async function refundOfReturn(post: OrderActionRequest): Promise<OrderActionResult> {
  const { deps, actor, orderId, form } = post;
  const desk = await getAdminOrder(deps.db, { actor, orderId });
  if (!desk.ok) return desk.error;
  const { order } = desk.value;
  const typed = fieldText(form, "amount").trim().replace(/^\$/, "");
  const amount = parseMoney(typed, order.totals.total.currency);
  const { reason, error } = readReason(form);
  if (!amount || error) {
    const words = amount ? undefined : "Please enter an amount, like 49.50";
    return { message: PUT_RIGHT, errors: { amount: words, reason: error } };
  }
  const refunded = await refundReturn(deps, {
    actor,
    orderId,
    returnId: fieldText(form, "target"),
    amount,
    reason,
    key: fieldText(form, "key").slice(0, 64),
  });
  if (refunded.ok) return "done";
  if (refunded.error === "not_received") return { message: SETTLED };
  return refundRefusal(refunded.error, desk.value);
}

/** Sends other sizes or colours instead: 'instead-{line}' is the chosen combination. */
export async function exchange({
  deps,
  actor,
  orderId,
  form,
}: OrderActionRequest): Promise<OrderActionResult> {
  const replacements = [...form.entries()]
    .filter(([name]) => name.startsWith("instead-"))
    .map(([name, value]) => ({ itemId: name.slice("instead-".length), variantId: String(value) }))
    .filter(({ variantId }) => /^[0-9a-f-]{36}$/.test(variantId));
  const returnId = fieldText(form, "target");
  const exchanged = await exchangeReturn(deps, { actor, orderId, returnId, replacements });
  if (exchanged.ok) return "done";
  switch (exchanged.error) {
    case "forbidden":
    case "not_found":
      return exchanged.error;
    case "not_received":
      return { message: SETTLED };
    case "not_the_piece":
      return { message: "Please choose what comes instead for every piece." };
    case "sold_out":
      return { message: "Not so many of this are left. Choose another one, or refund the return." };
  }
}

/** Does not take a return, for a reason that the customer reads. */
export async function decline({
  deps,
  actor,
  orderId,
  form,
}: OrderActionRequest): Promise<OrderActionResult> {
  const because = fieldText(form, "because");
  const returnId = fieldText(form, "target");
  const declined = await declineReturn(deps, { actor, orderId, returnId, because });
  if (declined.ok) return "done";
  switch (declined.error) {
    case "forbidden":
    case "not_found":
      return declined.error;
    case "settled":
      return { message: SETTLED };
    case "reason_missing":
      return { message: PUT_RIGHT, errors: { because: "Reason is required" } };
    case "reason_too_long": {
      const words = tooLongMessage("A reason", MAX_DECLINE_REASON_LENGTH, because.length);
      return { message: PUT_RIGHT, errors: { because: words } };
    }
  }
}
