import fc from "fast-check";
import { expect, test } from "vitest";
import { declineCode, declineTitle } from "./decline-codes.ts";

test("a declined card has its reason in plain words, and an unknown code is shown as it is", () => {
  expect(declineTitle({ card: true, code: "incorrect_cvc" })).toBe(
    "A card was declined: the security code was wrong",
  );
  expect(declineTitle({ card: true, code: "constructor" })).toBe(
    "A card was declined: constructor",
  );
  expect(declineTitle({ card: false, code: "some_new_reason" })).toBe(
    "A payment was declined: some new reason",
  );
  expect(declineTitle({})).toBe("A card was declined: the bank gave no reason");
});

test("no digit of a card is stored, for any decline code", () => {
  const reported = fc.oneof(
    fc.string(),
    fc.constantFrom("4242 4242 4242 4242", "4242424242424242", ""),
  );
  fc.assert(
    fc.property(reported, (code) => {
      expect(declineCode(code)).toMatch(/^[a-z_]+$/);
    }),
  );
  expect(declineCode(null)).toBe("generic_decline");
  expect(declineCode("do_not_honor")).toBe("do_not_honor");
});
