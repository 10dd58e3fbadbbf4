import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replyDueAt, replyPromise } from "./inbox-entry.ts";

const HOUR_MS = 3_600_000;
const written = new Date("2026-11-20T09:00:00Z");
const after = (hours: number) =>
  replyPromise(written, new Date(written.getTime() + hours * HOUR_MS));

describe("the promise of a reply within 24 hours,", () => {
  it.each([
    [0, "open", "answer within 24 h"],
    [17.5, "open", "answer within 6 h"],
    [18, "soon", "answer within 6 h"],
    [18.6, "soon", "answer within 5 h"],
    [23.5, "soon", "answer within 30 min"],
    [23.9999, "soon", "answer within 1 min"],
    [24, "late", "late by 1 min"],
    [24.5, "late", "late by 30 min"],
    [26.9, "late", "late by 2 h"],
    [71.9, "late", "late by 47 h"],
    [72, "late", "late by 2 days"],
    [24 * 11, "late", "late by 10 days"],
  ] as const)("%d hours after the entry, is %s: %s", (hours, urgency, text) => {
    expect(after(hours)).toEqual({ urgency, text });
  });

  // Specification 9.30
  it("never overstates the remaining time, and is late exactly when it is over", () => {
    fc.assert(
      fc.property(fc.integer({ min: -HOUR_MS * 24, max: HOUR_MS * 24 * 400 }), (ms) => {
        const now = new Date(written.getTime() + ms);
        const { urgency, text } = replyPromise(written, now);
        const leftMs = replyDueAt(written).getTime() - now.getTime();
        expect(urgency === "late").toBe(leftMs <= 0);
        const [, amount = "", unit = ""] = /(\d+) (min|h|days)$/.exec(text) ?? [];
        const unitMs = { min: 60_000, h: HOUR_MS, days: 24 * HOUR_MS }[unit] ?? Number.NaN;
        expect(Number(amount) * unitMs).toBeLessThanOrEqual(Math.max(Math.abs(leftMs), 60_000));
        expect(Number(amount)).toBeGreaterThan(0);
      }),
    );
  });
});
