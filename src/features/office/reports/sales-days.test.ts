import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { dayOf, startOfDay } from "#core/georgetown-time.ts";
import { money } from "#core/money-amount.ts";
import { axisTop, CHART_DAYS, comparedDays, compareSales, comparisonLabel } from "./sales-days.ts";

const moments = fc.date({
  min: new Date("2020-01-01"),
  max: new Date("2060-01-01"),
  noInvalidDate: true,
});

describe("the days of the chart", () => {
  it("are 60 consecutive days of 24 hours in Georgetown, today last", () => {
    fc.assert(
      fc.property(moments, (now) => {
        const days = comparedDays(now);
        expect(days).toHaveLength(2 * CHART_DAYS);
        expect(days.at(-1)).toBe(dayOf(now));
        const starts = days.map((day) => startOfDay(day)?.getTime() ?? Number.NaN);
        for (let index = 1; index < starts.length; index += 1) {
          expect((starts[index] ?? 0) - (starts[index - 1] ?? 0)).toBe(DAY_MS);
        }
      }),
    );
  });

  it("have each of their sales once, and none of another day or currency", () => {
    const row = fc.record({
      ago: fc.integer({ min: 0, max: 100 }),
      currency: fc.constantFrom("USD" as const, "GYD" as const),
      revenueMinor: fc.integer({ min: -50_000, max: 5_000_000 }),
    });
    const selector = ({ ago, currency }: { ago: number; currency: string }) => `${ago} ${currency}`;
    fc.assert(
      fc.property(moments, fc.uniqueArray(row, { selector }), (now, sold) => {
        const rows = sold.map(({ ago, ...rest }) => ({
          ...rest,
          orders: 1,
          day: dayOf(new Date(now.getTime() - ago * DAY_MS)),
        }));
        const sales = compareSales(rows, { now, currency: "USD" });
        const sumOf = (from: number, until: number) =>
          sold
            .filter(({ ago, currency }) => currency === "USD" && ago >= from && ago < until)
            .reduce((sum, { revenueMinor }) => sum + revenueMinor, 0);
        expect(sales.total.minorUnits).toBe(sumOf(0, CHART_DAYS));
        expect(sales.totalBefore.minorUnits).toBe(sumOf(CHART_DAYS, 2 * CHART_DAYS));
        expect(sales.days.map(({ day }) => day)).toEqual(comparedDays(now).slice(CHART_DAYS));
      }),
    );
  });
});

it.each([
  [118, 100, "18\u00A0% more than in the 30 days before"],
  [50, 100, "50\u00A0% less than in the 30 days before"],
  [1000, 1001, "about as much as in the 30 days before"],
  [100, 0, "nothing in the 30 days before"],
  [0, 0, "as in the 30 days before"],
])("%d compared with %d is shown as %j", (total, before, text) => {
  expect(comparisonLabel(money(total), money(before))).toBe(text);
});

it("an axis ends at a round amount just above the maximum", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (most) => {
      const top = axisTop(most);
      expect(top).toBeGreaterThanOrEqual(most);
      expect(top).toBeLessThanOrEqual(Math.max(100, most * 1.5));
      expect(String(top)).toMatch(/^(?:[1-68]|15)0*$/);
    }),
  );
});
