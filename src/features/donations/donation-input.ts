import { isEmail } from "#core/email.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money, parseMoney } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";

/** The amounts offered with one press, in minor units (decision S7). */
export const DONATION_PRESETS_MINOR: readonly number[] = [2_500, 5_000, 10_000, 25_000];

/** The smallest gift a card payment is worth, and the largest taken without a conversation. */
export const LEAST_DONATION: MoneyAmount = money(100);
export const MAX_DONATION: MoneyAmount = money(1_000_000);

/** The form as typed: a preset in minor units, an amount of one's own that goes before it, and the address for the receipt. */
export type SubmittedDonation = {
  readonly preset: string;
  readonly own: string;
  readonly email: string;
};

export type DonationErrors = { readonly amount?: string; readonly email?: string };

export type Donation = { readonly amount: MoneyAmount; readonly email: string };

/** Dollars with or without sign, cents and commas between thousands: '$1,250.50'. */
const typedAmount = /^\$?\s*(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(\.\d{1,2})?\s*$/;

function amountOf({ preset, own }: SubmittedDonation): MoneyAmount | null {
  const typed = own.trim();
  if (typed === "") {
    const offered = DONATION_PRESETS_MINOR.find((each) => String(each) === preset);
    return offered === undefined ? null : money(offered);
  }
  const [, whole = "", cents = ""] = typedAmount.exec(typed) ?? [];
  return parseMoney(whole.replaceAll(",", "") + cents);
}

function amountError(typed: SubmittedDonation): string | undefined {
  const amount = amountOf(typed);
  if (amount === null) {
    return typed.own.trim() === ""
      ? "Amount is required"
      : "Please enter an amount in dollars, like 40 or 12.50.";
  }
  const { minorUnits } = amount;
  if (minorUnits >= LEAST_DONATION.minorUnits && minorUnits <= MAX_DONATION.minorUnits) return;
  return `Please give between ${formatMoney(LEAST_DONATION)} and ${formatMoney(MAX_DONATION)}, or write to us about more.`;
}

function emailError({ email }: SubmittedDonation): string | undefined {
  if (email.trim() === "") return "Email is required";
  if (isEmail(email.trim())) return;
  return "Please enter a valid email address, like name@example.com.";
}

/** Judges the form: the gift, or what is wrong with each field. Never throws, whatever was typed. */
export function readDonation(typed: SubmittedDonation): Result<Donation, DonationErrors> {
  const errors = { amount: amountError(typed), email: emailError(typed) };
  const amount = amountOf(typed);
  if (errors.amount || errors.email || amount === null) return fail(errors);
  return ok({ amount, email: typed.email.trim() });
}

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** The fields as they were typed; what is missing, or is a file, is empty. */
export function submittedDonation(form: FormData): SubmittedDonation {
  return { preset: textOf(form, "preset"), own: textOf(form, "own"), email: textOf(form, "email") };
}
