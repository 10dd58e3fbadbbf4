import fc from "fast-check";
import { expect, test } from "vitest";
import { endingOf, isAccountNumber, payoutAccountSchema } from "./payout-account.ts";

test("an IBAN is accepted with and without spaces, and its last four characters name it", () => {
  for (const number of ["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432"]) {
    expect(isAccountNumber(number)).toBe(true);
  }
  expect(endingOf({ accountNumber: "DE89 3704 0044 0532 0130 00" })).toBe("3000");
});

test("an IBAN with one wrong digit is refused, whichever it is", () => {
  const iban = "DE89370400440532013000";
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const wrong = String((Number(iban[at]) + by) % 10);
      expect(isAccountNumber(`${iban.slice(0, at)}${wrong}${iban.slice(at + 1)}`)).toBe(false);
    }),
  );
});

test("an account number of a bank without IBANs needs four digits", () => {
  expect(isAccountNumber("000-123-456")).toBe(true);
  expect(isAccountNumber("my account")).toBe(false);
});

test("every field is needed and says so", () => {
  const parsed = payoutAccountSchema.safeParse({ holder: "", accountNumber: "", bank: "" });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
    "Account holder is required",
    "Account number or IBAN is required",
    "Bank is required",
  ]);
});
