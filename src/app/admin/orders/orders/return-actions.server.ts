import { z } from "zod";
import { orderForm, reason, refused, target } from "#app/components/admin/order-form.server.ts";
import { parseMoney } from "#core/money-amount.ts";
import { optionalText } from "#core/text-schema.ts";
import {
  idempotencyKeySchema,
  lineQuantitySchema,
} from "#features/orders/order/line-quantities-input.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { exchangeReturn } from "#features/sales/returns/exchange-return.server.ts";
import { openReturn } from "#features/sales/returns/request-return.server.ts";
import { returnSchema } from "#features/sales/returns/return-input.ts";
import {
  declineReturn,
  MAX_DECLINE_REASON_LENGTH,
  receiveReturn,
  refundReturn,
} from "#features/sales/returns/settle-return.server.ts";
import {
  amountConfirmed,
  amountText,
  checked,
  MAX_REASON_LENGTH,
  refundRefusal,
  refundWay,
  unconfirmedRefund,
} from "./payment-actions.server.ts";

const SETTLED = "This return was seen to in the meantime. Look at it as it is now.";
const MAX_LINES = 100;

/** Records which items arrived and which are restocked. */
export const receive = orderForm(
  z.object({
    target,
    items: z
      .array(lineQuantitySchema.extend({ restock: z.boolean().default(false) }))
      .max(MAX_LINES)
      .transform((lines) => lines.filter(({ quantity }) => quantity > 0)),
    staffNote: optionalText("A note", 2_000),
  }),
  async ({ deps, actor, orderId, fields }) => {
    const { items, staffNote, target: returnId } = fields;
    const input = { actor, orderId, returnId, received: items, staffNote };
    const recorded = await receiveReturn(deps, input);
    if (recorded.ok) return "done";
    switch (recorded.error) {
      case "forbidden":
      case "not_found":
        return recorded.error;
      case "not_announced":
        return refused(SETTLED);
      case "too_many":
        return refused("No more can come back than was announced.");
      case "nothing":
        return {
          fieldErrors: {
            items: ["Please choose what came. If nothing did, decline the return"],
          },
        };
    }
  },
);

/** Serves a customer who wrote or called. */
export const openReturnForm = orderForm(returnSchema, async ({ deps, actor, orderId, fields }) => {
  const opened = await openReturn(deps, { actor, orderId, requestedReturn: fields });
  if (opened.ok) return "done";
  if (opened.error !== "not_by_the_rules") return opened.error;
  return refused("Some of these items came back or are announced already.");
});

export const refundOfReturn = orderForm(
  z.object({
    target,
    amount: amountText.refine((amount) => amount !== "", "Please enter an amount, like 49.50"),
    reason: reason(MAX_REASON_LENGTH),
    sent: checked,
    way: refundWay,
    confirmed: amountConfirmed,
    key: idempotencyKeySchema,
  }),
  async ({ deps, actor, orderId, fields }) => {
    const found = await getAdminOrder(deps.db, { actor, orderId });
    if (!found.ok) return found.error;
    const asCredit = fields.way === "credit";
    const amount = parseMoney(fields.amount, found.value.order.totals.total.currency);
    if (!amount) return { fieldErrors: { amount: ["Please enter an amount, like 49.50"] } };
    const question = unconfirmedRefund(fields.confirmed, amount, found.value.refundable);
    if (question) return question;
    const { key, reason, sent, target: returnId } = fields;
    const refunded = await refundReturn(deps, {
      actor,
      orderId,
      returnId,
      amount,
      asCredit,
      isSent: sent,
      reason,
      key,
    });
    if (refunded.ok) return "done";
    if (refunded.error === "not_received") return refused(SETTLED);
    return refundRefusal(refunded.error, found.value);
  },
);

export const exchange = orderForm(
  z.object({
    target,
    replacements: z
      .array(z.object({ itemId: z.string(), variantId: z.string().default("") }))
      .max(MAX_LINES)
      .transform((all) => all.filter(({ variantId }) => /^[0-9a-f-]{36}$/.test(variantId))),
  }),
  async ({ deps, actor, orderId, fields }) => {
    const { replacements, target: returnId } = fields;
    const exchanged = await exchangeReturn(deps, { actor, orderId, returnId, replacements });
    if (exchanged.ok) return "done";
    switch (exchanged.error) {
      case "forbidden":
      case "not_found":
        return exchanged.error;
      case "not_received":
        return refused(SETTLED);
      case "not_the_piece":
        return refused("Please choose what comes instead for every piece.");
      case "sold_out":
        return refused(
          "There is not enough of this in stock. Choose another one, or refund the return.",
        );
      case "no_measurements":
        return refused(
          "No measurements are stored for this piece, so it cannot be made again from here. Choose another size, refund the return, or ask the customer to order it anew.",
        );
      case "cloth_short":
        return refused(
          "Too little of its cloth is left. Add what has arrived under Atelier, choose another size, or refund the return.",
        );
    }
  },
);

export const decline = orderForm(
  z.object({ target, reason: reason(MAX_DECLINE_REASON_LENGTH) }),
  async ({ deps, actor, orderId, fields }) => {
    const { reason: because, target: returnId } = fields;
    const declined = await declineReturn(deps, { actor, orderId, returnId, because });
    if (declined.ok) return "done";
    switch (declined.error) {
      case "forbidden":
      case "not_found":
        return declined.error;
      case "settled":
        return refused(SETTLED);
      case "reason_missing":
      case "reason_too_long":
        return { fieldErrors: { reason: ["Reason is required"] } };
    }
  },
);
