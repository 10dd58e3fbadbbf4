import { describe, expect, test } from "vitest";
import { lineReturn } from "./return-rules.ts";

const COMPLETED = new Date("2026-11-01T12:00:00Z");
const day = (days: number) => new Date(COMPLETED.getTime() + days * 24 * 60 * 60 * 1000);
const order = {
  status: "completed",
  completedAt: COMPLETED,
  shippedAt: null,
  deliveredAt: null,
} as const;
const shirt = { quantity: 2, madeToMeasure: false };
const gown = { quantity: 1, madeToMeasure: true };

describe("what may come back", () => {
  test("ready-to-wear for 30 days, for any reason", () => {
    expect(lineReturn(order, shirt, 0, day(30))).toEqual({
      reasons: ["changed_mind", "other_size", "defective"],
      pieces: 2,
      until: day(30),
      closed: null,
    });
    expect(lineReturn(order, shirt, 0, new Date(day(30).getTime() + 1))).toMatchObject({
      reasons: [],
      closed: "window_over",
    });
  });

  test("the 30 days begin with the delivery where one is known", () => {
    const delivered = { ...order, deliveredAt: day(10) };
    expect(lineReturn(delivered, shirt, 0, day(40)).until).toEqual(day(40));
    expect(lineReturn(delivered, shirt, 0, day(41)).closed).toBe("window_over");
  });

  test("while no delivery is known they begin when the parcel left, so that a long way costs nobody a day", () => {
    const sent = { ...order, shippedAt: day(12) };
    expect(lineReturn(sent, shirt, 0, day(42)).until).toEqual(day(42));
    expect(lineReturn({ ...sent, deliveredAt: day(20) }, shirt, 0, day(42)).until).toEqual(day(50));
  });

  test("made-to-measure only when it is defective or its measurements differ, whatever the day", () => {
    expect(lineReturn(order, gown, 0, day(90))).toMatchObject({
      reasons: ["defective", "measures_differ"],
      pieces: 1,
      until: null,
    });
  });

  test("no piece comes back twice", () => {
    expect(lineReturn(order, shirt, 1, day(1)).pieces).toBe(1);
    expect(lineReturn(order, shirt, 2, day(1)).closed).toBe("all_announced");
  });

  test.each(["pending", "cancelled", "expired", "refunded"] as const)(
    "nothing of an order that is %s",
    (status) => {
      expect(lineReturn({ ...order, status }, shirt, 0, day(1)).closed).toBe("not_completed");
    },
  );
});
