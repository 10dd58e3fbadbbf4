import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GarmentStage, MoveCause } from "./garment.ts";
import {
  awaitsMeasurements,
  canBeMoved,
  canMove,
  cutBlockers,
  GARMENT_STAGES,
  garmentName,
  hasReached,
  isBack,
  isBeforeGate,
  isInWork,
  nextStages,
  STAGES,
} from "./garment.ts";

const stage = fc.constantFrom(...GARMENT_STAGES);
const cause = fc.constantFrom<MoveCause>(
  "shipment",
  "shipment_undone",
  "refund",
  "contract_change",
  "pattern_approval",
  "pattern_change",
);

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

  test("no cause moves a shipped or cancelled garment, but that its shipment did not leave", () => {
    fc.assert(
      fc.property(cause, stage, stage, (by, from, to) => {
        if (!canBeMoved(by, from, to) || isInWork(from)) return;
        expect([by, from]).toEqual(["shipment_undone", "shipped"]);
        expect(isInWork(to)).toBe(true);
      }),
    );
  });

  test("every walk of staff and causes leaves a cancelled garment cancelled, and cuts nothing without the approval", () => {
    const move = fc.record({ by: fc.option(cause), to: stage });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        let now: GarmentStage = "received";
        for (const { by, to } of moves) {
          const before = now;
          if (by ? canBeMoved(by, now, to) : canMove(now, to)) now = to;
          if (before === "cancelled") expect(now).toBe("cancelled");
          const isCutNow = hasReached(now, "cut") && !hasReached(before, "cut");
          if (isCutNow) expect([by, before]).toEqual([null, "approved"]);
        }
      }),
    );
  });

  test("the customer's change of the contract never reaches a garment behind the gate", () => {
    fc.assert(
      fc.property(stage, stage, (from, to) => {
        expect(canBeMoved("contract_change", from, to)).toBe(
          isBeforeGate(from) && to === "received",
        );
      }),
    );
  });

  test("a shipment moves a finished garment alone", () => {
    fc.assert(
      fc.property(stage, stage, (from, to) => {
        expect(canBeMoved("shipment", from, to)).toBe(from === "finished" && to === "shipped");
      }),
    );
  });

  test("a garment is named with its count, and one beyond the ordered quantity as made again", () => {
    const suit = { name: "Stabroek Suit" };
    expect(garmentName({ ...suit, number: 1, of: 1 })).toBe("Stabroek Suit");
    expect(garmentName({ ...suit, number: 2, of: 3 })).toBe("Stabroek Suit, 2 of 3");
    expect(garmentName({ ...suit, number: 2, of: 1 })).toBe("Stabroek Suit, made again");
  });

  test("the gate is open before the approval alone", () => {
    expect(GARMENT_STAGES.filter(isBeforeGate)).toEqual(["received", "checked", "pattern_ready"]);
  });
});

describe("what is measured after the order", () => {
  test("a line ordered without measurements needs them until its garments are checked", () => {
    const without = { hasMeasurements: false };
    expect(awaitsMeasurements(without, [])).toBe(true);
    expect(awaitsMeasurements(without, ["checked", "received"])).toBe(true);
    for (const stage of GARMENT_STAGES) {
      expect(awaitsMeasurements(without, [stage])).toBe(stage === "received");
      expect(awaitsMeasurements({ hasMeasurements: true }, [stage])).toBe(false);
    }
  });
});

describe("the approval to cut", () => {
  const checkedAt = new Date("2026-11-20T10:00:00Z");
  const earlier = new Date("2026-11-19T10:00:00Z");
  const later = new Date("2026-11-21T10:00:00Z");
  const ready = {
    stage: "pattern_ready" as const,
    checkedAt,
    contract: { createdAt: earlier, isReadable: true },
    isProposalOpen: false,
  };

  test("is given for a checked contract with a pattern and no open proposal", () => {
    expect(cutBlockers(ready)).toEqual([]);
    expect(cutBlockers({ ...ready, contract: null, checkedAt: null })).toEqual([]);
  });

  test("waits for a check that is younger than the contract", () => {
    const contract = { createdAt: later, isReadable: true };
    expect(cutBlockers({ ...ready, contract })).toEqual(["changed_since_check"]);
    expect(cutBlockers({ ...ready, checkedAt: null })).toEqual(["changed_since_check"]);
  });

  test("names everything that is missing at once", () => {
    const contract = { createdAt: later, isReadable: false };
    expect(cutBlockers({ stage: "received", checkedAt, contract, isProposalOpen: true })).toEqual([
      "not_checked",
      "no_pattern",
      "proposal_open",
      "contract_unreadable",
    ]);
  });
});
