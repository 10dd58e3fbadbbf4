import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ScarceDemand } from "./hold-limits.ts";
import { decideHold, emailForLimits } from "./hold-limits.ts";

const request = (changes: Partial<Parameters<typeof decideHold>[0]>) => ({
  isStranger: true,
  garments: 1,
  holders: [],
  demands: [],
  ...changes,
});

describe("what an unpaid order holds", () => {
  test.each([
    { held: 2, maxGarments: 3, decision: "held" },
    { held: 3, maxGarments: 3, decision: "holder_limit" },
  ])("is limited for each of its holders: $held of $maxGarments", ({ decision, ...holder }) => {
    for (const isStranger of [true, false]) {
      expect(decideHold(request({ isStranger, holders: [holder] }))).toBe(decision);
    }
  });

  test.each<[ScarceDemand, string]>([
    [{ free: 800, heldByStrangers: 0, wanted: 100 }, "held"],
    [{ free: 800, heldByStrangers: 1, wanted: 100 }, "share_used"],
    [{ free: 800, heldByStrangers: 0, wanted: 101 }, "too_large"],
    [{ free: 8_000, heldByStrangers: 400, wanted: 100, most: 480 }, "share_used"],
    [{ free: -5, heldByStrangers: 0, wanted: 1 }, "too_large"],
    [{ free: 0, heldByStrangers: 0, wanted: 0 }, "held"],
  ])("is a share of what is free, for strangers alone: %o", (demand, decision) => {
    const demands = [demand];
    expect(decideHold(request({ demands }))).toBe(decision);
    expect(decideHold(request({ demands, isStranger: false }))).toBe("held");
  });

  test("leaves seven eighths of everything to others, however many strangers ask one after the other", () => {
    const orders = fc.array(fc.nat(500), { maxLength: 60 });
    fc.assert(
      fc.property(fc.nat(10_000), orders, (free, quantities) => {
        let heldByStrangers = 0;
        for (const wanted of quantities) {
          const decision = decideHold(request({ demands: [{ free, heldByStrangers, wanted }] }));
          if (decision === "held") heldByStrangers += wanted;
        }
        expect(heldByStrangers).toBeLessThanOrEqual(free / 8);
      }),
    );
  });
});

test("one mailbox is one guest, however its address is written", () => {
  for (const written of ["Asha@Example.com ", "asha+1@example.com", "ASHA+other+tag@example.com"]) {
    expect(emailForLimits(written)).toBe("asha@example.com");
  }
  expect(emailForLimits("ashap@example.com")).not.toBe("asha@example.com");
});
