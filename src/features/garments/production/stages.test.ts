import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canMove,
  GARMENT_STAGES,
  garmentName,
  hasReached,
  isBack,
  isBeforeGate,
  isInWork,
  nextStages,
  STAGES,
} from "./stages.ts";

const stage = fc.constantFrom(...GARMENT_STAGES);

describe("the stages of a garment", () => {
  test("every walk of allowed moves reaches the cut only through the approval, and never goes back behind it", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 8 }), { maxLength: 40 }), (choices) => {
        const walk: (typeof STAGES)[number][] = ["received"];
        for (const choice of choices) {
          const next = nextStages(walk.at(-1) ?? "received");
          if (next.length > 0) walk.push(next[choice % next.length] ?? "received");
        }
        const cut = walk.findIndex((each) => hasReached(each, "cut"));
        if (cut >= 0) {
          expect(walk[cut - 1]).toBe("approved");
          expect(walk.slice(cut).every((each) => hasReached(each, "cut"))).toBe(true);
        }
        expect(walk).not.toContain("shipped");
      }),
    );
  });

  test("a garment in work can always reach finished", () => {
    for (const from of STAGES.filter((each) => isInWork(each))) {
      const version = new Set([from as string]);
      for (const each of version) {
        for (const next of nextStages(each as (typeof STAGES)[number])) version.add(next);
      }
      expect(version).toContain("finished");
    }
  });

  test("a shipped or cancelled garment moves nowhere, and staff never ship or cancel one", () => {
    fc.assert(
      fc.property(stage, stage, (from, to) => {
        if (!canMove(from, to)) return;
        expect(isInWork(from)).toBe(true);
        expect(isInWork(to)).toBe(true);
        expect(isBack(from, to)).toBe(hasReached(from, to as (typeof STAGES)[number]));
      }),
    );
  });

  test("a garment is named with its count, and one beyond the ordered quantity as made again", () => {
    const suit = { productName: "Stabroek Suit" };
    expect(garmentName({ ...suit, number: 1, of: 1 })).toBe("Stabroek Suit");
    expect(garmentName({ ...suit, number: 2, of: 3 })).toBe("Stabroek Suit, 2 of 3");
    expect(garmentName({ ...suit, number: 2, of: 1 })).toBe("Stabroek Suit, made again");
  });

  test("the gate is open before the approval alone", () => {
    expect(GARMENT_STAGES.filter(isBeforeGate)).toEqual(["received", "checked", "pattern_ready"]);
  });
});
