import { describe, expect, test } from "vitest";
import { ORDER_STATUSES } from "#features/orders/order/order.ts";
import type { GarmentStage } from "./garment.ts";
import { GARMENT_STAGES } from "./garment.ts";
import type { LineAction, LineFacts } from "./line-standing.ts";
import { obstacleTo, standingOf } from "./line-standing.ts";

const ACTIONS: readonly LineAction[] = ["own_change", "agreed_change", "fit_report", "alteration"];

const facts = (stages: GarmentStage[], changes: Partial<LineFacts> = {}): LineFacts => ({
  orderStatus: "completed",
  stages,
  isContractErased: false,
  ...changes,
});

describe("how far an ordered line is", () => {
  test("is what its order says before what its garments say", () => {
    const standings = ORDER_STATUSES.map((orderStatus) => [
      orderStatus,
      standingOf(facts(["received"], { orderStatus })),
    ]);
    expect(Object.fromEntries(standings)).toEqual({
      pending: "unpaid",
      completed: "changeable",
      cancelled: "cancelled",
      expired: "cancelled",
      refunded: "refunded",
    });
  });

  test("leaves cancelled garments out while another one is made", () => {
    expect(standingOf(facts(["cancelled", "received"]))).toBe("changeable");
    expect(standingOf(facts(["cancelled", "shipped"]))).toBe("sent");
    expect(standingOf(facts(["cancelled", "cancelled"]))).toBe("cancelled");
    expect(standingOf(facts([]))).toBe("without_garments");
  });

  test("is in work from the approval to cut of one garment until the last one has left", () => {
    for (const stage of GARMENT_STAGES) {
      const isAfterGate = !["received", "checked", "pattern_ready", "cancelled"].includes(stage);
      expect(standingOf(facts(["received", stage])), stage).toBe(
        isAfterGate ? "in_work" : "changeable",
      );
    }
    expect(standingOf(facts(["shipped", "shipped"]))).toBe("sent");
  });
});

test("nothing changes a line that was cancelled or never paid, and only a report follows a refund", () => {
  const possible = (each: LineFacts) => ACTIONS.filter((name) => obstacleTo(name, each) === null);
  expect(possible(facts(["cancelled"]))).toEqual([]);
  expect(possible(facts(["received"], { orderStatus: "pending" }))).toEqual([]);
  expect(possible(facts(["received"], { orderStatus: "cancelled" }))).toEqual([]);
  expect(possible(facts(["shipped"], { orderStatus: "refunded" }))).toEqual(["fit_report"]);
});

test("a contract without measurements is not changed, and what was made by it is altered", () => {
  const erased = { isContractErased: true };
  expect(obstacleTo("own_change", facts(["received"], erased))).toBe("erased");
  expect(obstacleTo("agreed_change", facts(["received"], erased))).toBe("erased");
  expect(obstacleTo("alteration", facts(["shipped"], erased))).toBeNull();
});
