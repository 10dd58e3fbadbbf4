import { z } from "zod";
import { formatPercent } from "#core/format-number.ts";
import { count, field, line, section } from "./setting-description.ts";

/** Below the least a deposit is not worth a transfer; beyond the most it is the payment. */
const DEPOSIT_PERCENT = { min: 5, max: 90 };

/** Whether customers may pay by transfer, to which account, and what of it comes first. The owner marks such orders as paid. */
export const bankTransferSection = section({
  label: "Bank transfer",
  tab: "transfers",
  fields: {
    enabled: field({
      label: "Customers may pay by bank transfer",
      control: { kind: "switch" },
      schema: z.boolean(),
      default: false,
      isProtected: true,
      hint: "You mark the order as paid when the money is in your account.",
      keywords: "payment method wire",
    }),
    instructions: field({
      label: "Bank and account",
      control: { kind: "textarea" },
      schema: line(500, "The instructions"),
      default: "",
      isProtected: true,
      hint: "Customers read it on their order and by email, with the total and their order's number as the reference.",
      keywords: "payment instructions iban",
    }),
    holdDays: field({
      label: "Days the pieces are kept",
      control: count,
      schema: z
        .number("Please enter days as a number.")
        .int()
        .min(1, "At least one day.")
        .max(30, "30 days at most."),
      default: 7,
      hint: "An order that is not paid by then ends, and its pieces are free again. Makers' time and cloth are kept for six hours, and as long as the pieces once the customer's email is confirmed.",
      keywords: "reservation",
    }),
    depositPercent: field({
      label: "Deposit for made-to-measure orders paid by bank transfer (%)",
      control: count,
      schema: z
        .number("Please enter the percentage as a number.")
        .int("Please enter a whole percentage.")
        .min(DEPOSIT_PERCENT.min, `At least ${formatPercent(DEPOSIT_PERCENT.min)}.`)
        .max(DEPOSIT_PERCENT.max, `${formatPercent(DEPOSIT_PERCENT.max)} at most.`)
        .nullable()
        // Earlier versions of the section, which can be restored, ask for none.
        .default(null),
      default: null,
      optional: true,
      hint: "Customers transfer this part of the total first. When you have recorded it on the order, makers' time and cloth are kept for it, also for customers who did not confirm their email, and the rest may take the days above once more. Making begins when all is paid. If the order is given up, you send the deposit back. Leave it empty to ask for none.",
      keywords: "prepayment advance down payment",
    }),
  },
  refine: (schema) =>
    schema.refine(({ enabled, instructions }) => !enabled || instructions !== "", {
      message: "Customers need to know where to transfer the money.",
      path: ["instructions"],
    }),
});
