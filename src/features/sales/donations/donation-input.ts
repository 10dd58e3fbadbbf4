import { z } from "zod";
import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { parseSubmittedAmount } from "#core/submitted-amount.ts";
import { requiredEmail } from "#core/text-schema.ts";
import { DONATION_PRESETS_MINOR } from "./donation-form.ts";

/** The least worth a card payment, and the most accepted online. */
export const MIN_DONATION: MoneyAmount = money(100);
export const MAX_DONATION: MoneyAmount = money(1_000_000);

function parseAmount(preset: string, own: string): MoneyAmount | null {
  if (own === "") {
    const minorUnits = DONATION_PRESETS_MINOR.find((each) => String(each) === preset);
    return minorUnits === undefined ? null : money(minorUnits);
  }
  return parseSubmittedAmount(own);
}

function amountError(amount: MoneyAmount | null, own: string): string | null {
  if (amount === null) {
    return own === ""
      ? "Amount is required"
      : "Please enter an amount in dollars, like 40 or 12.50.";
  }
  const { minorUnits } = amount;
  if (minorUnits >= MIN_DONATION.minorUnits && minorUnits <= MAX_DONATION.minorUnits) return null;
  return `Please give between ${formatMoney(MIN_DONATION)} and ${formatMoney(MAX_DONATION)}, or write to us about more.`;
}

const amountText = z
  .string("Please enter an amount in dollars, like 40 or 12.50.")
  .optional()
  .transform((raw) => raw?.trim() ?? "");

/** A preset in minor units; entered dollars take precedence. */
const amountSchema = z
  .object({ preset: amountText, own: amountText })
  .transform(({ preset, own }, context) => {
    const amount = parseAmount(preset, own);
    const message = amountError(amount, own);
    if (amount !== null && message === null) return amount;
    context.addIssue({ code: "custom", path: ["own"], message: message ?? "Amount is required" });
    return z.NEVER;
  });

/** The amount and the receipt's email. Errors of the amount belong to `own`. */
export const donationSchema = z.intersection(
  amountSchema.transform((amount) => ({ amount })),
  z.object({ email: requiredEmail() }),
);

export type Donation = z.output<typeof donationSchema>;
