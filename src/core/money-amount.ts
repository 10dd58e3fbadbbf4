/** ISO 4217 codes the shop can charge in; every one of them has two decimal places. */
export type Currency = "USD" | "GYD";

/** An exact amount of money: an integer count of the currency's minor unit (cents), never a float. */
export type MoneyAmount = { readonly minorUnits: number; readonly currency: Currency };

const MINOR_PER_MAJOR = 100;

/** Builds an amount; throws RangeError unless the minor units are a safe integer. */
export function money(minorUnits: number, currency: Currency = "USD"): MoneyAmount {
  if (!Number.isSafeInteger(minorUnits)) {
    throw new RangeError(`Money must be a safe integer of minor units, got ${minorUnits}`);
  }
  return { minorUnits, currency };
}

/** Whether something that was stored without a type (a step's detail) is an amount. */
export function isMoneyAmount(value: unknown): value is MoneyAmount {
  if (typeof value !== "object" || value === null) return false;
  const { minorUnits, currency } = value as Partial<MoneyAmount>;
  return Number.isSafeInteger(minorUnits) && (currency === "USD" || currency === "GYD");
}

/** Adds amounts of one currency; the empty sum is zero of the currency given. Throws on mixed currencies. */
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

/** Multiplies by a whole number of pieces. */
export function multiplyMoney(amount: MoneyAmount, quantity: number): MoneyAmount {
  return money(amount.minorUnits * quantity, amount.currency);
}

/** The amount less a whole percentage, rounded half up to the minor unit (specification 9: the upsell is 15 % off). */
export function discountMoney(amount: MoneyAmount, percentOff: number): MoneyAmount {
  return money(
    Math.floor((amount.minorUnits * (100 - percentOff) * 2 + 100) / 200),
    amount.currency,
  );
}

/** Shown as the specification writes prices (section 9): a $ sign and two decimals, thousands separated by commas. */
export function formatMoney(amount: MoneyAmount): string {
  const sign = amount.minorUnits < 0 ? "-" : "";
  const absolute = Math.abs(amount.minorUnits);
  const major = Math.floor(absolute / MINOR_PER_MAJOR).toString();
  const grouped = major.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  const minor = (absolute % MINOR_PER_MAJOR).toString().padStart(2, "0");
  const symbol = amount.currency === "USD" ? "$" : `${amount.currency} `;
  return `${sign}${symbol}${grouped}.${minor}`;
}

/** Reads a decimal price as typed or stored in a cart ("249", "249.5", 249.5); null when it is no plain amount of at most two decimals. */
export function parseMoney(text: string | number, currency: Currency = "USD"): MoneyAmount | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(String(text).trim());
  if (!match) return null;
  const major = Number(match[1]) * MINOR_PER_MAJOR;
  return money(major + Number((match[2] ?? "").padEnd(2, "0")), currency);
}

/** The amount as a decimal number for formats that want one (the browser's cart, structured data); never for arithmetic. */
export function toDecimal(amount: MoneyAmount): number {
  return amount.minorUnits / MINOR_PER_MAJOR;
}
