import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBusinessDay } from "#core/business-days.ts";
import { moneyBackDueDay } from "#features/sales/payments/transfer-back.ts";
import { dueLabel, shipDueDay } from "./due-work.ts";

const friday = new Date("2026-11-20T15:00:00-04:00");
const order = {
  completedAt: friday,
  madeToMeasure: false,
  makingDays: null,
  arrivesUntil: null,
  shipBy: null,
};
const terms = { processingMaxDays: 2, madeToMeasureMaxDays: 14, closedDays: "" };

describe("the day an order leaves the house", () => {
  test("is two business days after the payment", () => {
    expect(shipDueDay(order, terms)).toBe("2026-11-24");
  });

  test("is up to 14 days later for made-to-measure, and never on a weekend", () => {
    const made = { ...order, madeToMeasure: true };
    expect(shipDueDay(made, terms)).toBe("2026-12-08");
    expect(shipDueDay({ ...made, makingDays: 21 }, terms)).toBe("2026-12-15");
    const moments = fc.date({
      min: new Date(0),
      max: new Date("2100-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (completedAt) =>
        isBusinessDay(shipDueDay({ ...made, completedAt }, terms)),
      ),
    );
  });

  test("is the day that the atelier promised, earlier or later than the policy", () => {
    const made = { ...order, madeToMeasure: true };
    expect(shipDueDay({ ...made, shipBy: "2026-12-03" }, terms)).toBe("2026-12-03");
    expect(shipDueDay({ ...made, shipBy: "2027-01-12" }, terms)).toBe("2027-01-12");
  });

  test("is never after the last day of the promised arrival, as with same-day delivery", () => {
    expect(shipDueDay({ ...order, arrivesUntil: "2026-11-20" }, terms)).toBe("2026-11-20");
    expect(shipDueDay({ ...order, arrivesUntil: "2026-12-04" }, terms)).toBe("2026-11-24");
  });
});

test("a return is refunded within ten business days of its receipt", () => {
  expect(moneyBackDueDay(friday, terms)).toBe("2026-12-04");
});

test.each([
  ["2026-11-24", "open", "ship within 4 days"],
  ["2026-11-21", "soon", "ship within 1 day"],
  ["2026-11-20", "soon", "ship today"],
  ["2026-11-19", "late", "ship, late by 1 day"],
])("work due on %s is %s: %s", (dueDay, urgency, text) => {
  const work = { kind: "ship", orderId: "", name: "Rosa", dueDay } as const;
  expect(dueLabel(work, friday)).toEqual({ urgency, text });
});

test("money that the owner has to send is due with its amount", () => {
  const work = {
    kind: "transfer" as const,
    id: "1",
    orderId: "1",
    name: "Asha",
    amount: { minorUnits: 46_500, currency: "USD" },
    dueDay: "2026-12-04",
  };
  const on = (day: string) => dueLabel(work, new Date(`${day}T12:00:00-04:00`));
  expect(on("2026-12-01")).toEqual({ urgency: "open", text: "send $465.00 back within 3 days" });
  expect(on("2026-12-05")).toEqual({ urgency: "late", text: "send $465.00 back, late by 1 day" });
});
