import type { Currency, MoneyAmount } from "./money-amount.ts";
import { parseMoney } from "./money-amount.ts";
import { tidyNumber } from "./written-number.ts";

const THOUSANDS = /^\d{1,3}([, '’])\d{3}(?:\1\d{3})*(?:\.\d+)?$/;

/**
 * Prepares an amount as a person entered or pasted it for `parseMoney` (`tidyNumber`): it removes a dollar sign before it, and the
 * commas, blanks or apostrophes between thousands. A decimal comma stays, and is refused.
 */
export function tidyAmount(submitted: string): string {
  const amount = tidyNumber(submitted).replace(/^\$\s*/, "");
  return THOUSANDS.test(amount) ? amount.replace(/[, '’]/g, "") : amount;
}

/** Reads an amount as a person entered it ("49.50", "$1,249.50"); null unless an amount with at most two decimals. */
export function parseSubmittedAmount(
  submitted: string,
  currency: Currency = "USD",
): MoneyAmount | null {
  return parseMoney(tidyAmount(submitted), currency);
}
