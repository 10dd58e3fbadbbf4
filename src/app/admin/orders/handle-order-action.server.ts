import { data, redirect } from "react-router";
import { submittedAddress } from "#app/account/submitted-address.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { fieldText, tooLongMessage } from "#core/submitted-text.ts";
import { addOrderNote, MAX_ORDER_NOTE_LENGTH } from "#features/orders/add-order-note.server.ts";
import { changeAddress } from "#features/orders/change-address.server.ts";
import { resendOrderMail } from "#features/orders/resend-order-mail.server.ts";
import type { OrderActionRequest, OrderActionResult } from "./order-action-result.ts";
import { CHANGED_SINCE, NOT_PAID, PUT_RIGHT } from "./order-action-result.ts";
import type { OrderAction, OrderActionRefusal } from "./order-actions.ts";
import { ORDER_ACTIONS } from "./order-actions.ts";
import { cancel, refund } from "./refund-post.server.ts";
import { decline, exchange, receive, refundOfReturn } from "./return-post.server.ts";
import { deliver, ship, track, undeliver, unship } from "./shipment-actions.server.ts";

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
