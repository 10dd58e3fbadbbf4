import fc from "fast-check";
import { expect, test } from "vitest";
import { fulfillmentOf, quantityLeft } from "./line-quantities.ts";

const count = fc.integer({ min: 0, max: 50 });

test("a line never ships more items than were bought, with any refunds", () => {
  fc.assert(
    fc.property(count, count, count, (quantity, shipped, withdrawn) => {
      const left = quantityLeft(quantity, { shipped, withdrawn });
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left === 0 || left + shipped + withdrawn === quantity).toBe(true);
    }),
  );
});

test("an order's progress is that of its last item", () => {
  const here = { isDelivered: false };
  const there = { isDelivered: true };
  expect(fulfillmentOf({ left: 2, shipments: [] })).toBe("unshipped");
  expect(fulfillmentOf({ left: 1, shipments: [there] })).toBe("partly_shipped");
  expect(fulfillmentOf({ left: 0, shipments: [there, here] })).toBe("shipped");
  expect(fulfillmentOf({ left: 0, shipments: [there, there] })).toBe("delivered");
});

test("an order whose items were all refunded before shipping has nothing to ship", () => {
  expect(fulfillmentOf({ left: 0, shipments: [] })).toBeNull();
});
