import { formatPercent } from "#core/format-number.ts";
import { lastDays } from "#core/georgetown-time.ts";
import type { Currency, MoneyAmount } from "#core/money-amount.ts";
import { addMoney, money } from "#core/money-amount.ts";

/** The day is Georgetown's, and refunds are subtracted. */
export type DaySales = { day: string; currency: Currency; orders: number; revenueMinor: number };

export type SalesDay = { day: string; orders: number; revenue: MoneyAmount };

/** The days are 30 and the 30 before, oldest first. */
export type Sales = {
  currency: Currency;
  days: readonly SalesDay[];
  before: readonly SalesDay[];
  total: MoneyAmount;
  totalBefore: MoneyAmount;
};

export const CHART_DAYS = 30;

/** Lists the chart's days and as many before, oldest first, as YYYY-MM-DD in Georgetown. */
export function comparedDays(now: Date): string[] {
  return lastDays(now, 2 * CHART_DAYS);
}

/** Sums one currency's sales by day. Guyana has no daylight saving, so days have 24 hours. */
export function compareSales(
  rows: readonly DaySales[],
  { now, currency }: { now: Date; currency: Currency },
): Sales {
  const sold = new Map(
    rows.filter((row) => row.currency === currency).map((row) => [row.day, row]),
  );
  const days = comparedDays(now).map((day) => ({
    day,
    orders: sold.get(day)?.orders ?? 0,
    revenue: money(sold.get(day)?.revenueMinor ?? 0, currency),
  }));
  const before = days.slice(0, CHART_DAYS);
  const latest = days.slice(CHART_DAYS);
  const sum = (part: readonly SalesDay[]) =>
    addMoney(
      part.map(({ revenue }) => revenue),
      currency,
    );
  return { currency, days: latest, before, total: sum(latest), totalBefore: sum(before) };
}

/** How a total compares with the one before. */
export function comparisonLabel(total: MoneyAmount, before: MoneyAmount): string {
  if (before.minorUnits <= 0) {
    return total.minorUnits > 0
      ? `nothing in the ${CHART_DAYS} days before`
      : `as in the ${CHART_DAYS} days before`;
  }
  const percent = Math.round((total.minorUnits / before.minorUnits - 1) * 100);
  const than = `than in the ${CHART_DAYS} days before`;
  if (percent === 0) return `about as much as in the ${CHART_DAYS} days before`;
  return percent > 0
    ? `${formatPercent(percent)} more ${than}`
    : `${formatPercent(-percent)} less ${than}`;
}

const AXIS_STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** Returns the smallest step times a power of ten that reaches the maximum. */
export function axisTop(mostMinor: number): number {
  if (mostMinor <= 100) return 100;
  const power = 10 ** Math.floor(Math.log10(mostMinor));
  return AXIS_STEPS.map((step) => step * power).find((top) => top >= mostMinor) ?? 10 * power;
}
