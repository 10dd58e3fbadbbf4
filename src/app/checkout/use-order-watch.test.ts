import { describe, expect, test } from "vitest";
import { pauseBefore } from "./use-order-watch.ts";

describe("asking about a pending order", () => {
  test("begins after 2 seconds, never quickens, and stops after about three minutes", () => {
    const pauses: number[] = [];
    for (let question = 0; ; question += 1) {
      const pause = pauseBefore(question);
      if (pause === null) break;
      pauses.push(pause);
    }
    expect(pauses[0]).toBe(2_000);
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
    const total = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(total).toBeGreaterThan(150_000);
    expect(total).toBeLessThan(240_000);
  });
});
