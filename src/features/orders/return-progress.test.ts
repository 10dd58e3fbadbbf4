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

describe("the life of a return", () => {
  test.each(pairs)("from %s to %s is decided by the one table", (from, to) => {
    expect(canReturnBecome(from, to)).toBe(ALLOWED.has(`${from} ${to}`));
    expect(canReturnBecome(from, to, "bank")).toBe(`${from} ${to}` === "refunded received");
  });

  test("ends in money, another piece or a no", () => {
    expect(RETURN_STATUSES.filter(isSettled)).toEqual(["refunded", "exchanged", "declined"]);
  });

  test("is said in a word, with a badge that asks while something has to be done", () => {
    expect(
      RETURN_STATUSES.map((status) => [returnStatusWord(status), returnStatusTone(status)]),
    ).toEqual([
      ["Announced", "warning"],
      ["Received", "warning"],
      ["Refunded", "success"],
      ["Exchanged", "success"],
      ["Declined", "neutral"],
    ]);
  });
});
