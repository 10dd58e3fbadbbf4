import { expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { Order } from "#features/orders/order/order.ts";
import { moneyBackMessage, refundWayMessage, wayBackText } from "./transfer-back.ts";

const paidBy = (method: string, creditMinor: number) =>
  wayBackText({ credit: money(creditMinor), payment: { method } as Order["payment"] });

test("before something is cancelled the customer reads that store credit comes back as store credit", () => {
  expect(paidBy("stripe", 0)).toBe("by the way you paid");
  expect(paidBy("manual", 0)).toBe("by the way you paid");
  expect(paidBy("store_credit", 6_000)).toBe("as store credit");
  for (const method of ["stripe", "manual"]) {
    expect(paidBy(method, 6_000)).toContain("what was store credit is store credit again");
  }
});

test("before a return the customer reads of each way in which the order was paid", () => {
  const credit = "What you paid with store credit is store credit again";
  for (const provider of ["stripe:live", "manual"]) {
    expect(refundWayMessage({ provider, hasCredit: true })).toContain(credit);
    expect(refundWayMessage({ provider, hasCredit: false })).not.toContain("store credit");
  }
  const alone = refundWayMessage({ provider: "store_credit", hasCredit: true });
  expect(alone.match(/store credit/g)).toHaveLength(1);
});

test("money that waits to be sent back promises an email only where a mail server takes it", () => {
  const owed = { amount: money(21_500), dueDay: "2026-12-04" };
  const sends = "We send $215.00 to your bank account by 4 December 2026. It has not left yet:";
  expect(moneyBackMessage(owed, { toFiles: false })).toBe(
    `${sends} you have an email when it has.`,
  );
  expect(moneyBackMessage(owed, { toFiles: true })).toBe(`${sends} this page says when it has.`);
});
