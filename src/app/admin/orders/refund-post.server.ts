import { formatMoney, parseMoney } from "#core/money-amount.ts";
import { fieldText, tidyText, tooLongMessage } from "#core/submitted-text.ts";
import { cancelOrder } from "#features/checkout/cancel-order.server.ts";
import { readLineQuantities } from "#features/fulfillment/shipment-input.ts";
import type { AdminOrder } from "#features/order-page/admin-order-queries.server.ts";
import { getAdminOrder } from "#features/order-page/admin-order-queries.server.ts";
import { paymentAccountLabel } from "#features/orders/account-messages.ts";
import type { Order } from "#features/orders/order.ts";
import type { RefundFailure } from "#features/payments/refund-order.server.ts";
import { refundOrder } from "#features/payments/refund-order.server.ts";
import { refundSum } from "#features/payments/refund-sum.ts";
import type { OrderActionRequest, OrderActionResult } from "./order-action-result.ts";
import { CHANGED_SINCE, PUT_RIGHT } from "./order-action-result.ts";

/** The customer reads the reason in a mail and on the order. */
const LONGEST_REASON = 300;

/** The reason of a refund as typed, or what is wrong with it. */
export function readReason(form: FormData): { reason: string; error: string | undefined } {
  const reason = tidyText(fieldText(form, "reason"));
  if (reason === "") return { reason, error: "Reason is required" };
  const isLong = reason.length > LONGEST_REASON;
  return {
    reason,
    error: isLong ? tooLongMessage("A reason", LONGEST_REASON, reason.length) : undefined,
  };
}

/** What the owner does about an order of another account of the provider. */
function elsewhereWords(order: Order): string {
  const account = paymentAccountLabel(order.paymentAccount);
  return order.completedAt
    ? `This order was paid to ${account}, and only from there can its money go back: refund it in that account's dashboard.`
    : `This order's payment page belongs to ${account}, and it may have been paid there: look in that account's dashboard. It ends here by itself when its time is over.`;
}

/** Why no money went back, in words. */
export function refundRefusal(
  error: RefundFailure,
  { order, refundable: left }: Pick<AdminOrder, "order" | "refundable">,
): OrderActionResult {
  switch (error) {
    case "forbidden":
    case "not_found":
      return error;
    case "too_much":
      return {
        message: `At most ${formatMoney(left)} is left to refund, and no piece is refunded twice.`,
        errors: { amount: `Please enter at most ${formatMoney(left)}` },
      };
    case "not_refundable":
      return { message: "There is nothing to refund: choose pieces, shipping or an amount." };
    case "elsewhere":
      return { message: elsewhereWords(order) };
    case "provider":
      return {
        message:
          "The payment provider refused this refund. No money went back; try again, or refund it at the provider.",
      };
  }
}

/** Gives money back for pieces, shipping or a free amount; an amount that is left empty is what the chosen parts come to. */
export async function refund({
  deps,
  actor,
  orderId,
  form,
}: OrderActionRequest): Promise<OrderActionResult> {
  const desk = await getAdminOrder(deps.db, { actor, orderId });
  if (!desk.ok) return desk.error;
  const { order } = desk.value;
  const { reason, error } = readReason(form);
  const typed = fieldText(form, "amount").trim().replace(/^\$/, "");
  const pieces = readLineQuantities(form);
  const shipping = form.get("shipping") === "1";
  const amount =
    typed === ""
      ? refundSum(order, { pieces, shipping })
      : parseMoney(typed, order.totals.total.currency);
  if (!amount || error) {
    const words = amount ? undefined : "Please enter an amount, like 49.50";
    return { message: PUT_RIGHT, errors: { reason: error, amount: words } };
  }
  const restock = form.get("restock") === "1";
  const refunded = await refundOrder(deps, {
    actor,
    orderId,
    amount,
    reason,
    items: pieces.map(({ itemId, quantity }) => ({ orderItemId: itemId, quantity, restock })),
    returnRequestId: null,
    key: fieldText(form, "key").slice(0, 64),
  });
  return refunded.ok ? "done" : refundRefusal(refunded.error, desk.value);
}

/** Cancels the order as a whole, before anything of it has left. */
export async function cancel({
  deps,
  actor,
  orderId,
  form,
}: OrderActionRequest): Promise<OrderActionResult> {
  const desk = await getAdminOrder(deps.db, { actor, orderId });
  if (!desk.ok) return desk.error;
  const isPaid = desk.value.order.completedAt !== null;
  const { reason, error } = readReason(form);
  if (isPaid && error) return { message: PUT_RIGHT, errors: { reason: error } };
  const cancelled = await cancelOrder(deps, {
    actor,
    orderId,
    seen: fieldText(form, "seen"),
    reason,
    restock: form.get("restock") === "1",
    key: fieldText(form, "key").slice(0, 64),
  });
  if (cancelled.ok) return "done";
  switch (cancelled.error) {
    case "conflict":
      return { message: CHANGED_SINCE };
    case "shipped":
      return { message: "A parcel has left already. Refund what does not leave instead." };
    case "over":
      return { message: "This order is over: there is nothing left to cancel." };
    default:
      return refundRefusal(cancelled.error, desk.value);
  }
}
