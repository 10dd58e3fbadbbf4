import { expect, test } from "vitest";
import type { GarmentStage } from "#features/garments/garment/garment.ts";
import { garmentCommandSchema, stepRefusal } from "./garment-command.ts";

const move = (to: string, isPatternByHand = false) =>
  garmentCommandSchema.parse({ kind: "move", garmentId: "g", version: 1, to, isPatternByHand });

test("“Pattern is ready” is refused before it is sent, unless the pattern is drafted by hand", () => {
  expect(stepRefusal(move("pattern_ready"), "checked")).toContain("There is no pattern");
  expect(stepRefusal(move("pattern_ready", true), "checked")).toBeNull();
});

test("a step back to “Pattern ready”, and every other step, is for the shop to decide", () => {
  expect(stepRefusal(move("pattern_ready"), "approved")).toBeNull();
  const others: [string, GarmentStage][] = [
    ["checked", "received"],
    ["approved", "pattern_ready"],
    ["finished", "sewn"],
  ];
  for (const [to, from] of others) expect(stepRefusal(move(to), from)).toBeNull();
});
