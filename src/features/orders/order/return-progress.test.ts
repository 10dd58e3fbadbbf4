import { describe, expect, test } from "vitest";
import {
  canReturnBecome,
  isSettled,
  RETURN_STATUSES,
  returnStatusTone,
  returnStatusWord,
} from "./return-progress.ts";

const ALLOWED = new Set([
  "announced received",
  "announced declined",
  "received refunded",
  "received exchanged",
  "received declined",
]);

const pairs = RETURN_STATUSES.flatMap((from) => RETURN_STATUSES.map((to) => [from, to] as const));

describe("a return's status", () => {
  test.each(pairs)("changes from %s to %s only as the table allows", (from, to) => {
    expect(canReturnBecome(from, to)).toBe(ALLOWED.has(`${from} ${to}`));
    expect(canReturnBecome(from, to, "bank")).toBe(`${from} ${to}` === "refunded received");
  });

  test("ends as refunded, exchanged or declined", () => {
    expect(RETURN_STATUSES.filter(isSettled)).toEqual(["refunded", "exchanged", "declined"]);
  });

  test("has a label, and a badge that asks for attention while the owner must act", () => {
    expect(
      RETURN_STATUSES.map((status) => [
        returnStatusWord({ status, isRefundOwed: false }),
        returnStatusTone({ status, isRefundOwed: false }),
      ]),
    ).toEqual([
      ["Announced", "warning"],
      ["Received", "warning"],
      ["Refunded", "success"],
      ["Exchanged", "success"],
      ["Declined", "neutral"],
    ]);
  });
});

test("a refunded return whose money waits to be sent says so, in yellow", () => {
  const shown = { status: "refunded", isRefundOwed: true } as const;
  expect(returnStatusWord(shown)).toBe("Refund to be sent");
  expect(returnStatusTone(shown)).toBe("warning");
});
