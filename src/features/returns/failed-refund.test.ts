import { expect, test } from "vitest";
import { failedRefundOf } from "./failed-refund.ts";

const refund = (status: "pending" | "succeeded" | "failed", failure: string | null = null) => ({
  returnRequestId: "return",
  amountMinor: 10_000,
  status,
  failure,
});
const asked = { id: "return", status: "received" } as const;

test("a received return whose money came back says how much and why", () => {
  const refunds = [refund("failed", "lost or stolen card"), refund("failed")];
  expect(failedRefundOf(asked, refunds)).toEqual({ amountMinor: 10_000, failure: "" });
  expect(failedRefundOf(asked, refunds.slice(0, 1))?.failure).toBe("lost or stolen card");
});

test("one whose money is on its way or arrived, that was settled, or that nobody refunded, does not", () => {
  expect(failedRefundOf(asked, [refund("failed"), refund("pending")])).toBeNull();
  expect(failedRefundOf(asked, [])).toBeNull();
  expect(failedRefundOf(asked, [{ ...refund("failed"), returnRequestId: null }])).toBeNull();
  expect(failedRefundOf({ ...asked, status: "exchanged" }, [refund("failed")])).toBeNull();
});
