import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Currency } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { OrderPayment } from "./order.ts";
import { orderTotals } from "./order.ts";
import {
  creditUsedAgain,
  daysText,
  depositOf,
  depositOfOrder,
  isDepositReceived,
  isDepositReturned,
  leftToPay,
  listedTransferText,
  missingOfDeposit,
  owedBack,
} from "./transfer-deposit.ts";

const amounts = fc.record({
  minor: fc.integer({ min: 0, max: 2_000_000_000 }),
  currency: fc.constantFrom<Currency>("USD", "GYD"),
  percent: fc.integer({ min: 1, max: 99 }),
});

describe("a deposit", () => {
  test("and its rest are exactly the amount, each of them is something, and neither is a cent off its share", () => {
    fc.assert(
      fc.property(amounts, ({ currency, minor, percent }) => {
        const due = money(minor, currency);
        const deposit = depositOf(due, percent);
        if (!deposit) {
          const smaller = Math.min(percent, 100 - percent);
          expect((minor * smaller) / 100).toBeLessThanOrEqual(0.5);
          return;
        }
        const rest = minor - deposit.minorUnits;
        expect(deposit.currency).toBe(currency);
        expect(deposit.minorUnits).toBeGreaterThan(0);
        expect(rest).toBeGreaterThan(0);
        expect(deposit.minorUnits + rest).toBe(minor);
        expect(Math.abs(deposit.minorUnits - (minor * percent) / 100)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  test("is not asked for where the shop asks for none, and where it or the rest would be nothing", () => {
    expect(depositOf(money(21_500), null)).toBeNull();
    expect(depositOf(money(0), 30)).toBeNull();
    expect(depositOf(money(1), 30)).toBeNull();
    expect(depositOf(money(1), 90)).toBeNull();
    expect(depositOf(money(21_500), 30)).toEqual(money(6_450));
    expect(depositOf(money(3), 50)).toEqual(money(1));
  });

  test("gives the rest its days in words", () => {
    expect([1, 5].map(daysText)).toEqual(["one day", "5 days"]);
  });
});

const totals = orderTotals([{ unitPrice: money(20_000), quantity: 1, discount: money(0) }], {
  shipping: money(1_500),
});

const paidBy = (change: Partial<OrderPayment>): OrderPayment => ({
  id: "payment",
  status: "processing",
  method: "manual",
  provider: "manual",
  providerAccount: null,
  sessionId: null,
  paymentIntentId: null,
  url: null,
  capturedMinor: 0,
  refundedMinor: 0,
  depositMinor: 6_450,
  ...change,
});

const order = (change: Partial<OrderPayment>, creditMinor = 0, returnedMinor = 0) => ({
  totals,
  credit: money(creditMinor),
  returnedCredit: money(returnedMinor),
  payment: paidBy(change),
});

describe("what was transferred of an order", () => {
  test("counts towards the deposit first and towards the rest after it", () => {
    const unpaid = order({});
    expect(depositOfOrder(unpaid)).toEqual({ requested: money(6_450), received: money(0) });
    expect(leftToPay(unpaid)).toEqual(money(21_500));
    const steps = [6_449, 6_450, 10_000].map((capturedMinor) => {
      const paid = order({ capturedMinor });
      const deposit = depositOfOrder(paid);
      if (!deposit) throw new Error("no deposit");
      return [
        isDepositReceived(deposit),
        missingOfDeposit(deposit).minorUnits,
        leftToPay(paid).minorUnits,
      ];
    });
    expect(steps).toEqual([
      [false, 1, 15_051],
      [true, 0, 15_050],
      [true, 0, 11_500],
    ]);
  });

  test("is left beside store credit", () => {
    expect(leftToPay(order({ capturedMinor: 6_450 }, 5_000))).toEqual(money(10_050));
  });

  test.each([
    [0, 5_000, 16_500],
    [16_500, 5_000, 0],
    // More than the rest beside the credit pays the whole, and the customer keeps the credit.
    [16_501, 0, 4_999],
    [21_500, 0, 0],
  ])(
    "of %i leaves store credit of %i to pay its part again once the order has ended, and %i to pay",
    (capturedMinor, usedMinor, leftMinor) => {
      const status = capturedMinor > 0 ? "owed_back" : "expired";
      const ended = order({ status, capturedMinor, depositMinor: null }, 0, 5_000);
      expect(creditUsedAgain(ended)).toEqual(money(usedMinor));
      expect(leftToPay(ended)).toEqual(money(leftMinor));
    },
  );

  test("is owed back once the order ended unpaid, until it is sent back, and then pays for nothing any more", () => {
    const ended = order({ status: "owed_back", capturedMinor: 6_450 });
    expect(owedBack(ended)).toEqual(money(6_450));
    expect(isDepositReturned(ended)).toBe(false);
    const returned = order({ status: "owed_back", capturedMinor: 6_450, refundedMinor: 6_450 });
    expect(owedBack(returned)).toBeNull();
    expect(isDepositReturned(returned)).toBe(true);
    expect(owedBack(order({ capturedMinor: 6_450 }))).toBeNull();
  });

  test("is nothing of an order that was asked for no deposit", () => {
    const plain = order({ depositMinor: null });
    expect(depositOfOrder(plain)).toBeNull();
    expect(owedBack(plain)).toBeNull();
    expect(leftToPay(plain)).toEqual(money(21_500));
  });
});

describe("a row of a list of orders", () => {
  const row = (
    status: "pending" | "completed" | "cancelled" | "expired" | "refunded",
    depositMinor: number | null,
    transferredMinor: number,
  ) => listedTransferText({ status, total: money(27_900) }, { depositMinor, transferredMinor });

  test("says what a deposit waits for, what of it arrived, and what goes back", () => {
    expect(row("pending", 8_370, 0)).toBe("Deposit of $83.70 awaited");
    expect(row("pending", 8_370, 5_000)).toBe("$50.00 of the deposit of $83.70 arrived");
    expect(row("pending", 8_370, 8_370)).toBe("Deposit arrived, $83.70 of $279.00");
    expect(row("cancelled", 8_370, 8_370)).toBe("$83.70 to be sent back");
    expect(row("expired", null, 27_900)).toBe("$279.00 to be sent back");
    expect(row("pending", null, 10_000)).toBe("$100.00 of $279.00 arrived");
  });

  test("says nothing of an order without a deposit, and of one that is paid or owes nothing", () => {
    expect(row("pending", null, 0)).toBeNull();
    expect(row("completed", 8_370, 27_900)).toBeNull();
    expect(row("refunded", 8_370, 0)).toBeNull();
    expect(row("expired", 8_370, 0)).toBeNull();
  });
});
