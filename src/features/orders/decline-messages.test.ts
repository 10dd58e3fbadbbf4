import fc from "fast-check";
import { expect, test } from "vitest";
import { declineCode, declineTitle } from "./decline-messages.ts";

test("a declined card says why in the owner's words, and a code that is new as it is written", () => {
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

test("whatever stands where the code should be, no digit of a card is kept", () => {
  const told = fc.oneof(
    fc.string(),
    fc.constantFrom("4242 4242 4242 4242", "4242424242424242", ""),
  );
  fc.assert(
    fc.property(told, (code) => {
      expect(declineCode(code)).toMatch(/^[a-z_]+$/);
    }),
  );
  expect(declineCode(null)).toBe("generic_decline");
  expect(declineCode("do_not_honor")).toBe("do_not_honor");
});
