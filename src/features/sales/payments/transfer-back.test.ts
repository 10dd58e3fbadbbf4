import { expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { Order } from "#features/orders/order/order.ts";
import { refundWayMessage, wayBackText } from "./transfer-back.ts";

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
