import fc from "fast-check";
import { expect, test } from "vitest";
import { creditPart, depositPart, MIN_CARD_MINOR, splitRefund } from "./store-credit.ts";

const minor = fc.integer({ min: 0, max: 10_000_000 });

test("credit pays at most the balance and the order, and leaves nothing or as much as a card can be charged", () => {
  fc.assert(
    fc.property(minor, minor, (balance, total) => {
      const part = creditPart(balance, total);
      expect(part).toBeGreaterThanOrEqual(0);
      expect(part).toBeLessThanOrEqual(Math.min(balance, total));
      const rest = total - part;
      if (part > 0) expect(rest === 0 || rest >= MIN_CARD_MINOR).toBe(true);
    }),
  );
  expect([creditPart(5_000, 20_000), creditPart(20_000, 5_000)]).toEqual([5_000, 5_000]);
  expect(creditPart(19_980, 20_000), "a card is charged at least 50 cents").toBe(19_950);
});

test("beside a card, credit and the cheapest shipping leave as much as a card can be charged", () => {
  const prices = fc.integer({ min: 0, max: 5_000 });
  fc.assert(
    fc.property(minor, minor, prices, (balance, total, cheapest) => {
      const part = depositPart(balance, total, cheapest);
      expect(part).toBeGreaterThanOrEqual(0);
      expect(part).toBeLessThanOrEqual(creditPart(balance, total));
      if (part > 0) expect(total - part + cheapest).toBeGreaterThanOrEqual(MIN_CARD_MINOR);
    }),
  );
  expect([depositPart(20_000, 20_000, 1_500), depositPart(20_000, 20_000, 30)]).toEqual([
    20_000, 19_980,
  ]);
});

test("refunds of an order paid in part with credit return each part in proportion, and all of them exactly", () => {
  const order = fc.tuple(
    fc.integer({ min: 0, max: 1_000_000 }),
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 8 }),
  );
  fc.assert(
    fc.property(order, ([card, credit, amounts]) => {
      const rest = { capturedMinor: card, returnedMinor: 0 };
      const stored = { capturedMinor: credit, returnedMinor: 0 };
      const left = () => card + credit - rest.returnedMinor - stored.returnedMinor;
      for (const wanted of [...amounts, Number.MAX_SAFE_INTEGER]) {
        const amount = Math.min(wanted, left());
        const { creditMinor, restMinor } = splitRefund(amount, { rest, credit: stored });
        expect(creditMinor + restMinor).toBe(amount);
        expect(Math.min(creditMinor, restMinor)).toBeGreaterThanOrEqual(0);
        rest.returnedMinor += restMinor;
        stored.returnedMinor += creditMinor;
        expect(rest.returnedMinor).toBeLessThanOrEqual(card);
        expect(stored.returnedMinor).toBeLessThanOrEqual(credit);
      }
      expect([rest.returnedMinor, stored.returnedMinor]).toEqual([card, credit]);
    }),
  );
  const half = { capturedMinor: 10_000, returnedMinor: 0 };
  expect(splitRefund(5_000, { rest: half, credit: half })).toEqual({
    restMinor: 2_500,
    creditMinor: 2_500,
  });
});
