import { z } from "zod";
import type { OrderPostResult } from "#app/components/admin/order-form.server.ts";
import {
  CHANGED_SINCE,
  orderForm,
  reason,
  refused,
  target,
} from "#app/components/admin/order-form.server.ts";
import type { FormErrorList } from "#app/web/form.server.ts";
import type { ReportedAmount } from "#core/money-amount.ts";
import { formatMoney, parseMoney } from "#core/money-amount.ts";
import { tidyAmount } from "#core/submitted-amount.ts";
import { optionalText } from "#core/text-schema.ts";
import {
  idempotencyKeySchema,
  lineQuantitiesSchema,
} from "#features/orders/order/line-quantities-input.ts";
import type { Order } from "#features/orders/order/order.ts";
import { ORDER_STATUSES } from "#features/orders/order/order.ts";
import { paymentAccountLabel } from "#features/orders/order/order-event-details.ts";
import { leftToPay } from "#features/orders/order/transfer-deposit.ts";
import { recordTransfer } from "#features/sales/checkout/bank-transfer.server.ts";
import type { RecordDepositFailure } from "#features/sales/checkout/record-deposit.server.ts";
import { recordDeposit } from "#features/sales/checkout/record-deposit.server.ts";
import { recordLateTransfer } from "#features/sales/checkout/record-late-transfer.server.ts";
import { undoDeposit } from "#features/sales/checkout/undo-deposit.server.ts";
import type { AdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { cancelOrder } from "#features/sales/payments/cancel-order.server.ts";
import { isOwedByTransfer } from "#features/sales/payments/payment.ts";
import { refundSum } from "#features/sales/payments/refund.ts";
import type { RefundFailure } from "#features/sales/payments/refund-order.server.ts";
import {
  recordRefundSent,
  refundOrder,
  refundPayment,
} from "#features/sales/payments/refund-order.server.ts";
import { confirmRefundMessage } from "./order-actions.ts";

/** Refund reasons appear in an email and on the order page. */
export const MAX_REASON_LENGTH = 300;

const NOT_AN_AMOUNT = "Please enter an amount, like 49.50";

/** In dollars; "" means the sum of the chosen parts. */
export const amountText = z
  .string()
  .default("")
  .transform(tidyAmount)
  .refine((amount) => amount === "" || parseMoney(amount), NOT_AN_AMOUNT);

/** In dollars, as the owner reads it in the account. */
const requiredAmount = z
  .string()
  .default("")
  .transform(tidyAmount)
  .refine((amount) => parseMoney(amount), NOT_AN_AMOUNT);

/** Minor units of the confirmed refund; "" before. */
export const amountConfirmed = z.string().default("");

/** A checkbox posts "on". */
export const checked = z.boolean().default(false);

function otherAccountMessage(order: Order): string {
  const account = paymentAccountLabel(order.payment.providerAccount);
  return order.completedAt
    ? `This order was paid to ${account}, and only from there can its money go back: refund it in that account's dashboard.`
    : `This order's payment page belongs to ${account}, and it may have been paid there: look in that account's dashboard. It ends here by itself when its time is over.`;
}

export function refundRefusal(
  error: RefundFailure,
  { order, refundable }: Pick<AdminOrder, "order" | "refundable">,
): OrderPostResult {
  switch (error) {
    case "forbidden":
    case "not_found":
      return error;
    case "too_much":
      return {
        formErrors: [
          `At most ${formatMoney(refundable)} is left to refund, and no piece is refunded twice.`,
        ],
        fieldErrors: { amount: [`Please enter at most ${formatMoney(refundable)}`] },
      };
    case "not_refundable":
      return refused("There is nothing to refund: choose pieces, shipping or an amount.");
    case "elsewhere":
      return refused(otherAccountMessage(order));
    case "provider":
      return refused(
        "The payment provider refused this refund. No money went back; try again, or refund it at the provider.",
      );
  }
}

/** "credit" refunds as store credit instead of by the original payment. */
export const refundWay = z.enum(["origin", "credit"]).catch("origin");

const NOT_SENT = "Please send the money back from your bank first, then record it here.";

/** Null when the owner confirmed exactly this refund, else the question. Does not ask about an impossible amount. */
export function unconfirmedRefund(
  confirmed: string,
  amount: ReportedAmount,
  left: ReportedAmount,
): FormErrorList | null {
  const canBeRefunded = amount.minorUnits >= 1 && amount.minorUnits <= left.minorUnits;
  if (!canBeRefunded || confirmed === String(amount.minorUnits)) return null;
  return { fieldErrors: { confirmed: [confirmRefundMessage(amount)] } };
}

const SOLD_OUT =
  "The order has ended, and its pieces or the cloth for them are not in stock any more. Record what arrived as a late transfer, and send it back or give it as store credit; or put pieces and cloth into stock first.";

/**
 * `left`: minor units of the sum that the owner read beside the box, and `status` what the order was; another sum may be left by now, or
 * the customer has cancelled it.
 */
const transferArrived = orderForm(
  z.object({ arrived: checked, left: amountConfirmed, status: z.enum(ORDER_STATUSES) }),
  async ({ deps, actor, orderId, fields }) => {
    if (!fields.arrived) {
      return { fieldErrors: { arrived: ["Please confirm that the whole sum has arrived."] } };
    }
    const found = await getAdminOrder(deps.db, { actor, orderId });
    if (!found.ok) return found.error;
    const confirmed = leftToPay(found.value.order);
    if (fields.left !== String(confirmed.minorUnits)) return refused(CHANGED_SINCE);
    const marked = await recordTransfer(deps, { actor, orderId, confirmed, readAs: fields.status });
    if (marked.ok) return "done";
    if (marked.error === "sold_out") return refused(SOLD_OUT);
    return marked.error === "over" ? refused(CHANGED_SINCE) : marked.error;
  },
);

function receiptRefusal(error: RecordDepositFailure, order: Order): OrderPostResult {
  switch (error) {
    case "not_found":
      return error;
    case "over":
      return refused(CHANGED_SINCE);
    case "nothing":
      return { fieldErrors: { amount: [NOT_AN_AMOUNT] } };
    case "wrong_day":
      return { fieldErrors: { receivedOn: ["Please choose a day that is not in the future"] } };
    case "too_much": {
      const left = formatMoney(leftToPay(order));
      return {
        fieldErrors: {
          amount: [
            `At most ${left} is left to pay. Record that, and then what came beyond it as a further transfer.`,
          ],
        },
      };
    }
  }
}

/** The form of money that the owner found in the shop's account: sum and day, recorded by the use case of what the order waits for. */
const receiptForm = (record: typeof recordDeposit | typeof recordLateTransfer) =>
  orderForm(
    z.object({
      amount: requiredAmount,
      receivedOn: z.string().default(""),
      key: idempotencyKeySchema,
    }),
    async ({ deps, actor, orderId, fields }) => {
      const { key, receivedOn } = fields;
      const found = await getAdminOrder(deps.db, { actor, orderId });
      if (!found.ok) return found.error;
      const { order } = found.value;
      const amount = parseMoney(fields.amount, order.totals.total.currency);
      if (!amount) return receiptRefusal("nothing", order);
      const recorded = await record(deps, { actor, orderId, amount, receivedOn, key });
      if (recorded.ok) return "done";
      return recorded.error === "forbidden"
        ? recorded.error
        : receiptRefusal(recorded.error, order);
    },
  );

/** What arrived of an order that was asked for a deposit. */
const depositArrived = receiptForm(recordDeposit);

/** What arrived of an order that had ended, or was paid. */
const transferLate = receiptForm(recordLateTransfer);

const depositByMistake = orderForm(
  z.object({ target }),
  async ({ deps, actor, orderId, fields }) => {
    const undone = await undoDeposit(deps, { actor, orderId, movementId: fields.target });
    if (undone.ok) return "done";
    return undone.error === "over" ? refused(CHANGED_SINCE) : undone.error;
  },
);

/** An empty amount refunds the sum of the chosen parts. */
const refund = orderForm(
  z.object({
    items: lineQuantitiesSchema,
    amount: amountText,
    reason: reason(MAX_REASON_LENGTH),
    shipping: checked,
    restock: checked,
    sent: checked,
    way: refundWay,
    confirmed: amountConfirmed,
    key: idempotencyKeySchema,
  }),
  async ({ deps, actor, orderId, fields }) => {
    const found = await getAdminOrder(deps.db, { actor, orderId });
    if (!found.ok) return found.error;
    const { order, refundable } = found.value;
    const { items, key, reason, restock, sent, shipping, way } = fields;
    const asCredit = way === "credit";
    const amount =
      parseMoney(fields.amount, order.totals.total.currency) ??
      refundSum(order, { refundedItems: items, shipping });
    const question = unconfirmedRefund(fields.confirmed, amount, refundable);
    if (question) return question;
    const refunded = await refundOrder(deps, {
      actor,
      orderId,
      amount,
      asCredit,
      isSent: sent,
      reason,
      items: items.map(({ itemId, quantity }) => ({ orderItemId: itemId, quantity, restock })),
      returnRequestId: null,
      key,
    });
    return refunded.ok ? "done" : refundRefusal(refunded.error, found.value);
  },
);

/** Refunds a payment that does not match the order in full. */
const refundOfPayment = orderForm(
  z.object({ target, sent: checked, confirmed: amountConfirmed, key: idempotencyKeySchema }),
  async ({ deps, actor, orderId, fields }) => {
    const { confirmed, key, sent, target: paymentId } = fields;
    const before = await getAdminOrder(deps.db, { actor, orderId });
    if (!before.ok) return before.error;
    const payment = before.value.reviewedPayments.find(({ id }) => id === paymentId);
    if (payment && isOwedByTransfer(payment) && !sent) return { fieldErrors: { sent: [NOT_SENT] } };
    const left = payment?.left;
    const question = left && unconfirmedRefund(confirmed, left, left);
    if (question) return question;
    const refunded = await refundPayment(deps, { actor, orderId, paymentId, key });
    if (refunded.ok) return "done";
    if (refunded.error === "not_refundable") {
      return refused("All of this payment went back already, or is on its way.");
    }
    return refundRefusal(refunded.error, before.value);
  },
);

/** What the shop owes beside an order becomes store credit of its customer. */
const owedAsCredit = orderForm(
  z.object({ target, confirmed: amountConfirmed, key: idempotencyKeySchema }),
  async ({ deps, actor, orderId, fields }) => {
    const { confirmed, key, target: paymentId } = fields;
    const before = await getAdminOrder(deps.db, { actor, orderId });
    if (!before.ok) return before.error;
    const left = before.value.reviewedPayments.find(({ id }) => id === paymentId)?.left;
    const question = left && unconfirmedRefund(confirmed, left, left);
    if (question) return question;
    const refunded = await refundPayment(deps, { actor, orderId, paymentId, key, asCredit: true });
    if (refunded.ok) return "done";
    if (refunded.error === "not_refundable") {
      return refused(
        "None of this can become store credit: it went back already, or nobody could receive it.",
      );
    }
    return refundRefusal(refunded.error, before.value);
  },
);

/** A refund of a transfer that left the bank account. */
const refundSent = orderForm(
  z.object({ target, sent: checked }),
  async ({ deps, actor, orderId, fields }) => {
    if (!fields.sent) return { fieldErrors: { sent: [NOT_SENT] } };
    const recorded = await recordRefundSent(deps, { actor, orderId, refundId: fields.target });
    return recorded.ok ? "done" : recorded.error;
  },
);

/** Nothing may be shipped; a paid order needs a reason. */
const cancel = orderForm(
  z.object({
    reason: optionalText("Reason", MAX_REASON_LENGTH),
    restock: checked,
    sent: checked,
    version: z.string().default(""),
    confirmed: amountConfirmed,
    key: idempotencyKeySchema,
  }),
  async ({ deps, actor, orderId, fields }) => {
    const found = await getAdminOrder(deps.db, { actor, orderId });
    if (!found.ok) return found.error;
    if (found.value.order.completedAt && fields.reason === "") {
      return { fieldErrors: { reason: ["Reason is required"] } };
    }
    const { order, refundable } = found.value;
    const question =
      order.completedAt && unconfirmedRefund(fields.confirmed, refundable, refundable);
    if (question) return question;
    const { key, reason, restock, sent, version } = fields;
    const request = { actor, orderId, key, reason, restock, version, isSent: sent };
    const cancelled = await cancelOrder(deps, request);
    if (cancelled.ok) return "done";
    switch (cancelled.error) {
      case "conflict":
        return refused(CHANGED_SINCE);
      case "shipped":
        return refused("A parcel has left already. Refund what does not leave instead.");
      case "over":
        return refused("This order is over: there is nothing left to cancel.");
      default:
        return refundRefusal(cancelled.error, found.value);
    }
  },
);

/** The forms are keyed by intent. */
export const paymentForms = {
  "mark-paid": transferArrived,
  "record-deposit": depositArrived,
  "record-late": transferLate,
  "owed-as-credit": owedAsCredit,
  "undo-deposit": depositByMistake,
  refund,
  "refund-payment": refundOfPayment,
  "refund-sent": refundSent,
  cancel,
};
