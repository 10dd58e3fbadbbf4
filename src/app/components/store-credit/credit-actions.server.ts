import { z } from "zod";
import { orderForm } from "#app/components/admin/order-form.server.ts";
import { parseSubmittedAmount } from "#core/submitted-amount.ts";
import { requiredText } from "#core/text-schema.ts";
import { idempotencyKeySchema } from "#features/orders/order/line-quantities-input.ts";
import type { StoreCreditFailure } from "#features/orders/store-credit/issue-store-credit.server.ts";
import { issueStoreCredit } from "#features/orders/store-credit/issue-store-credit.server.ts";
import { MAX_CREDIT_NOTE_LENGTH } from "#features/orders/store-credit/store-credit.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";

const FAILURES: Readonly<Record<Exclude<StoreCreditFailure, "forbidden" | "not_found">, string>> = {
  amount: "Please enter an amount of up to $10,000.00, like 49.50",
  no_email: "This person was erased: nobody could receive the credit",
  note_missing: "Reason is required",
  note_too_long: "A reason can have up to 300 characters",
  used: "The customer has less credit than this",
};

/** Assigns the message to its field. */
export function creditFailure(error: Exclude<StoreCreditFailure, "forbidden" | "not_found">) {
  const field = error === "note_missing" || error === "note_too_long" ? "note" : "amount";
  return { fieldErrors: { [field]: [FAILURES[error]] } };
}

/** Refunds nothing of the order. */
export const giveCredit = orderForm(
  z.object({
    amount: z.string().default(""),
    note: requiredText("Reason", MAX_CREDIT_NOTE_LENGTH),
    key: idempotencyKeySchema,
  }),
  async ({ deps, actor, orderId, fields }) => {
    const found = await getAdminOrder(deps.db, { actor, orderId });
    if (!found.ok) return found.error;
    const { customerEmail, totals } = found.value.order;
    const amount = parseSubmittedAmount(fields.amount, totals.total.currency);
    if (!amount) return creditFailure("amount");
    const { key, note } = fields;
    const given = await issueStoreCredit(deps, {
      actor,
      email: customerEmail,
      orderId,
      amount,
      note,
      key,
    });
    if (given.ok) return "done";
    const { error } = given;
    return error === "forbidden" || error === "not_found" || error === "unconfirmed"
      ? error
      : creditFailure(error);
  },
);
