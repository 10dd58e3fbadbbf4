import fc from "fast-check";
import { expect, test } from "vitest";
import { GARMENT_STAGES } from "./garment.ts";
import { listUnfinished, shippableQuantity, unfinishedMessage } from "./shippable.ts";

const garmentsOfLine = fc.array(
  fc.record({
    orderItemId: fc.constantFrom("suit", "coat"),
    stage: fc.constantFrom(...GARMENT_STAGES),
  }),
  { maxLength: 12 },
);

test("a line never sends more than is left, and with garments never more than are finished", () => {
  fc.assert(
    fc.property(garmentsOfLine, fc.nat({ max: 12 }), (garments, left) => {
      const quantity = shippableQuantity({ id: "suit", left }, garments);
      const own = garments.filter(({ orderItemId }) => orderItemId === "suit");
      const finished = own.filter(({ stage }) => stage === "finished").length;
      expect(quantity).toBeLessThanOrEqual(left);
      if (own.length > 0) expect(quantity).toBeLessThanOrEqual(finished);
      else expect(quantity).toBe(left);
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
  const suit = { productName: "Stabroek Suit", of: 2 };
  const text = unfinishedMessage([
    { ...suit, id: "1", number: 1, stage: "cut", maker: { id: "m", name: "Savi" } },
    { ...suit, id: "2", number: 2, stage: "pattern_ready", maker: null },
  ]);
  expect(text).toBe(
    "Only finished garments leave. Not finished yet: Stabroek Suit, 1 of 2 (Cut; Savi works on it), Stabroek Suit, 2 of 2 (Pattern ready; nobody works on it yet).",
  );
});
