import { expect, test } from "vitest";
import { heldOncePaidMessage } from "./held-once-paid.ts";

const USUAL = { day: "2026-12-11", isChosen: false };
const CHOSEN = { day: "2026-12-11", isChosen: true };

test("a day of the queue may become a later one before the payment, and a chosen day stays", () => {
  expect(heldOncePaidMessage(USUAL)).toBe(
    "We hold these days once you have paid; if others pay first, it arrives later.",
  );
  expect(heldOncePaidMessage(CHOSEN)).toBe("We hold 11 December 2026 once you have paid.");
});

test("a transfer counts once it has arrived", () => {
  expect(heldOncePaidMessage(CHOSEN, { isTransfer: true })).toBe(
    "We hold 11 December 2026 once your transfer has arrived.",
  );
});
