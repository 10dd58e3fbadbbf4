import fc from "fast-check";
import { expect, test } from "vitest";
import { GARMENT_STAGES } from "./garment.ts";
import {
  leavingOf,
  listUnfinished,
  shippableOf,
  shippableQuantity,
  unfinishedMessage,
} from "./shippable.ts";

const garmentsOfLine = fc.array(
  fc.record({
    orderItemId: fc.constantFrom("suit", "coat"),
    stage: fc.constantFrom(...GARMENT_STAGES),
    isRemake: fc.boolean(),
  }),
  { maxLength: 12 },
);

test("a line never sends more than is left and was made again, and with garments never more than are finished", () => {
  fc.assert(
    fc.property(garmentsOfLine, fc.nat({ max: 12 }), (garments, left) => {
      const quantity = shippableQuantity({ id: "suit", left }, garments);
      const own = garments.filter(({ orderItemId }) => orderItemId === "suit");
      const finished = own.filter(({ stage }) => stage === "finished");
      const remade = finished.filter(({ isRemake }) => isRemake).length;
      expect(quantity).toBeLessThanOrEqual(left + remade);
      if (own.length > 0) expect(quantity).toBeLessThanOrEqual(finished.length);
      else expect(quantity).toBe(left);
    }),
  );
});

test("what leaves of a line are ordered items first, then what was made again, and never more of either than can leave", () => {
  fc.assert(
    fc.property(garmentsOfLine, fc.nat({ max: 12 }), fc.nat(), (garments, left, seed) => {
      const most = shippableOf({ id: "suit", left }, garments);
      const quantity = seed % (most.ordered + most.remade + 1);
      const leaving = leavingOf(quantity, most);
      expect(leaving.ordered + leaving.remade).toBe(quantity);
      expect(leaving.ordered).toBe(Math.min(quantity, most.ordered));
      expect(leaving.remade).toBeLessThanOrEqual(most.remade);
    }),
  );
});

test("what is unfinished is neither finished, shipped nor cancelled, and of the lines that were asked for", () => {
  fc.assert(
    fc.property(garmentsOfLine, (garments) => {
      const unfinished = listUnfinished(garments, ["coat"]);
      for (const { orderItemId, stage } of unfinished) {
        expect(orderItemId).toBe("coat");
        expect(["finished", "shipped", "cancelled"]).not.toContain(stage);
      }
    }),
  );
});

test("the office reads how far each garment is and who works on it", () => {
  const suit = { name: "Stabroek Suit", of: 2 };
  const text = unfinishedMessage([
    { ...suit, id: "1", number: 1, stage: "cut", maker: { id: "m", name: "Savi" } },
    { ...suit, id: "2", number: 2, stage: "pattern_ready", maker: null },
  ]);
  expect(text).toBe(
    "Only finished garments leave. Not finished yet: Stabroek Suit, 1 of 2 (Cut; Savi works on it), Stabroek Suit, 2 of 2 (Pattern ready; nobody works on it yet).",
  );
});
