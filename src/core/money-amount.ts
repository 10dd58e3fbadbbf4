import { formatNumber } from "./format-number.ts";

/** ISO 4217 codes the shop charges in. All have two decimals. */
export type Currency = "USD" | "GYD";

/** The amount is an integer count of minor units (cents). */
export type MoneyAmount = { readonly minorUnits: number; readonly currency: Currency };

const MINOR_PER_MAJOR = 100;

/** Throws RangeError unless the minor units are a safe integer. */
export function money(minorUnits: number, currency: Currency = "USD"): MoneyAmount {
  if (!Number.isSafeInteger(minorUnits)) {
    throw new RangeError(`Money must be a safe integer of minor units, got ${minorUnits}`);
  }
  return { minorUnits, currency };
}

/** An amount as a payment provider reports it: in any currency (ISO 4217), an integer of its smallest unit. */
export type ReportedAmount = { readonly minorUnits: number; readonly currency: string };

/** Returns the amount in this currency, else null. */
export function amountIn(amount: ReportedAmount, currency: Currency): MoneyAmount | null {
  return amount.currency === currency ? money(amount.minorUnits, currency) : null;
}

/** Writes an amount like a price; other currencies have their code and their decimals. */
export function formatReported({ minorUnits, currency }: ReportedAmount): string {
  if (currency === "USD" || currency === "GYD") return formatMoney({ minorUnits, currency });
  const isKnown = /^[A-Z]{3}$/.test(currency);
  if (!isKnown) return `${minorUnits} in an unknown currency`;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
  }).resolvedOptions();
  const amount = (Math.abs(minorUnits) / 10 ** maximumFractionDigits).toFixed(
    maximumFractionDigits,
  );
  return `${minorUnits < 0 ? "-" : ""}${currency} ${formatNumber(amount)}`;
}

/** Whether an untyped stored value is a reported amount. */
export function isReportedAmount(value: unknown): value is ReportedAmount {
  if (typeof value !== "object" || value === null) return false;
  const { minorUnits, currency } = value as Partial<ReportedAmount>;
  return Number.isSafeInteger(minorUnits) && typeof currency === "string";
}

/** Adds amounts of one currency; an empty sum is zero. Throws on mixed currencies. */
export function addMoney(amounts: readonly MoneyAmount[], currency: Currency = "USD"): MoneyAmount {
  const total = amounts[0]?.currency ?? currency;
  return money(
    amounts.reduce((sum, amount) => {
      if (amount.currency !== total) throw new RangeError("Amounts of different currencies");
      return sum + amount.minorUnits;
    }, 0),
    total,
  );
}

/** The quantity is an integer. */
export function multiplyMoney(amount: MoneyAmount, quantity: number): MoneyAmount {
  return money(amount.minorUnits * quantity, amount.currency);
}

/** Subtracts a whole percentage, rounded half up (specification 9). */
export function discountMoney(amount: MoneyAmount, percentOff: number): MoneyAmount {
  return money(
    Math.floor((amount.minorUnits * (100 - percentOff) * 2 + 100) / 200),
    amount.currency,
  );
}

/** Writes an amount as "$1,265.00" (specification 9). */
export function formatMoney(amount: MoneyAmount): string {
  const sign = amount.minorUnits < 0 ? "-" : "";
  const absolute = Math.abs(amount.minorUnits);
  const major = formatNumber(Math.floor(absolute / MINOR_PER_MAJOR));
  const minor = (absolute % MINOR_PER_MAJOR).toString().padStart(2, "0");
  const symbol = amount.currency === "USD" ? "$" : `${amount.currency} `;
  return `${sign}${symbol}${major}.${minor}`;
}

/** Reads a decimal price ("249.5", 249.5); null unless an amount with at most two decimals. */
export function parseMoney(text: string | number, currency: Currency = "USD"): MoneyAmount | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(String(text).trim());
  if (!match) return null;
  const major = Number(match[1]) * MINOR_PER_MAJOR;
  return money(major + Number((match[2] ?? "").padEnd(2, "0")), currency);
}

/** The number is for structured data and the browser's cart, never for arithmetic. */
export function toDecimal(amount: MoneyAmount): number {
  return amount.minorUnits / MINOR_PER_MAJOR;
}
