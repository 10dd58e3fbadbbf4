import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { OrderLine } from "#features/orders/order/order.ts";
import { orderTotals } from "#features/orders/order/order.ts";
import type { EarlierRefund, RefundStatus } from "./refund.ts";
import {
  canRefundBecome,
  REFUND_STATUSES,
  refundableMinor,
  refundSum,
  validateRefund,
} from "./refund.ts";

const allowed: readonly `${RefundStatus} to ${RefundStatus}`[] = [
  "pending to succeeded",
  "pending to failed",
  "succeeded to failed",
];

describe("the life of a refund", () => {
  for (const from of REFUND_STATUSES) {
    for (const to of REFUND_STATUSES) {
      const step = `${from} to ${to}` as const;
      const may = allowed.includes(step);
      test(`${step} is ${may ? "a transition" : "refused"}`, () => {
        expect(canRefundBecome(from, to)).toBe(may);
      });
    }
  }
});

const line = (id: string, quantity: number): OrderLine => ({
  id,
  productId: null,
  variantId: null,
  productName: "Silk Tie",
  mediaId: null,
  size: "One",
  colorName: "",
  quantity,
  unitPrice: money(5_000),
  discount: money(0),
  madeToMeasure: false,
});
const lines = [line("tie", 2), line("belt", 1)];
const order = { status: "completed" as const, lines, totals: orderTotals(lines) };
const requested = (minor: number, items: EarlierRefund["refundedItems"] = []) => ({
  amount: money(minor),
  refundedItems: items,
});
const given = (amountMinor: number, change: Partial<EarlierRefund> = {}): EarlierRefund => ({
  status: "succeeded",
  amountMinor,
  refundedItems: [],
  ...change,
});

describe("a refund", () => {
  test("can be the full amount, and all refunds together never a cent more", () => {
    expect(validateRefund(order, [], requested(15_000))).toBeNull();
    expect(validateRefund(order, [], requested(15_001))).toBe("too_much");
    expect(validateRefund(order, [given(10_000)], requested(5_000))).toBeNull();
    expect(validateRefund(order, [given(10_000)], requested(5_001))).toBe("too_much");
  });

  test("counts while it is pending, and not after it failed", () => {
    expect(validateRefund(order, [given(15_000, { status: "pending" })], requested(1))).toBe(
      "too_much",
    );
    expect(
      validateRefund(order, [given(15_000, { status: "failed" })], requested(15_000)),
    ).toBeNull();
  });

  test.each([["pending"], ["cancelled"], ["expired"]] as const)(
    "is impossible for a %s order, which was not paid",
    (status) => {
      expect(validateRefund({ ...order, status }, [], requested(1))).toBe("not_refundable");
    },
  );

  test("has the order's own items, each once and in whole numbers", () => {
    const tie = { orderItemId: "tie", quantity: 2 };
    expect(validateRefund(order, [], requested(1, [tie]))).toBeNull();
    expect(validateRefund(order, [], requested(1, [{ ...tie, quantity: 3 }]))).toBe("too_much");
    expect(validateRefund(order, [], requested(1, [tie, tie]))).toBe("not_refundable");
    expect(validateRefund(order, [], requested(1, [{ ...tie, quantity: 0.5 }]))).toBe(
      "not_refundable",
    );
    expect(validateRefund(order, [], requested(1, [{ orderItemId: "hat", quantity: 1 }]))).toBe(
      "not_refundable",
    );
    const earlier = given(1, { refundedItems: [{ orderItemId: "tie", quantity: 1 }] });
    expect(validateRefund(order, [earlier], requested(1, [tie]))).toBe("too_much");
  });

  test.each([[0], [-1], [Number.MAX_SAFE_INTEGER]])("is refused for %d cents", (minor) => {
    expect(validateRefund(order, [], requested(minor))).not.toBeNull();
  });

  test("is refused in another currency, and for an order that cost nothing", () => {
    expect(validateRefund(order, [], { amount: money(1, "GYD"), refundedItems: [] })).toBe(
      "not_refundable",
    );
    const free = { ...order, totals: orderTotals([]) };
    expect(validateRefund(free, [], requested(1))).toBe("not_refundable");
  });
});

test("refunds requested in any sequence never add up to more than was paid", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 20_000 }), { maxLength: 12 }), (amounts) => {
      const earlier: EarlierRefund[] = [];
      for (const amount of amounts) {
        if (validateRefund(order, earlier, requested(amount)) === null) earlier.push(given(amount));
      }
      const sum = earlier.reduce((all, refund) => all + refund.amountMinor, 0);
      expect(sum).toBeLessThanOrEqual(order.totals.total.minorUnits);
      expect(refundableMinor(order.totals.total.minorUnits, earlier)).toBe(15_000 - sum);
    }),
  );
});

function soldLine(
  id: string,
  changes: Partial<Record<"price" | "quantity" | "off", number>>,
): OrderLine {
  const { price = 10_000, quantity = 1, off = 0 } = changes;
  return {
    id,
    productId: null,
    variantId: null,
    productName: "Shirt",
    mediaId: null,
    size: "M",
    colorName: "",
    quantity,
    unitPrice: money(price),
    discount: money(off),
    madeToMeasure: false,
  };
}

function bought(
  lines: OrderLine[],
  extras: { shipping?: number; tax?: number; promotion?: number } = {},
) {
  const { promotion = 0, shipping = 0, tax = 0 } = extras;
  const totals = orderTotals(lines, {
    shipping: money(shipping),
    tax: money(tax),
    promotion: money(promotion),
  });
  return { lines, totals };
}

const one = (itemId: string, quantity = 1) => [{ itemId, quantity }];

describe("the amount of a refund", () => {
  test("is what was paid for the items after discounts, and shipping only if it is chosen", () => {
    const order = bought([soldLine("a", { quantity: 2, off: 3_000 }), soldLine("b", {})], {
      shipping: 1_500,
    });
    expect(refundSum(order, { refundedItems: one("a"), shipping: false })).toEqual(money(8_500));
    expect(refundSum(order, { refundedItems: one("b"), shipping: true })).toEqual(money(11_500));
    expect(refundSum(order, { refundedItems: [], shipping: true })).toEqual(money(1_500));
  });

  test("has its share of a promotion and of the tax", () => {
    const order = bought([soldLine("a", {}), soldLine("b", { price: 30_000 })], {
      promotion: 4_000,
      tax: 3_600,
    });
    expect(refundSum(order, { refundedItems: one("a"), shipping: false })).toEqual(money(9_900));
  });

  test("is the total to the cent for everything", () => {
    const order = bought([soldLine("a", { price: 3_333, quantity: 3, off: 1 })], {
      shipping: 1_501,
      tax: 77,
      promotion: 101,
    });
    expect(refundSum(order, { refundedItems: one("a", 3), shipping: true })).toEqual(
      order.totals.total,
    );
  });

  test("never adds up to more than was paid, item by item", () => {
    const amount = fc.integer({ min: 0, max: 50_000 });
    const lines = fc.array(fc.record({ price: amount, quantity: fc.integer({ min: 1, max: 5 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(lines, amount, amount, amount, (drawn, shipping, tax, wanted) => {
        const made = drawn.map((each, index) => soldLine(String(index), each));
        const goods = drawn.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
        const order = bought(made, { shipping, tax, promotion: Math.min(wanted, goods) });
        const single = made.flatMap(({ id, quantity }) =>
          Array.from({ length: quantity }, () =>
            refundSum(order, { refundedItems: one(id), shipping: false }),
          ),
        );
        const rest = refundSum(order, { refundedItems: [], shipping: true });
        const sum = [...single, rest].reduce((total, each) => total + each.minorUnits, 0);
        expect(sum).toBeLessThanOrEqual(order.totals.total.minorUnits);
      }),
    );
  });
});
