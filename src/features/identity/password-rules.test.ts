import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passwordWeaknessMessage, validatePassword } from "./account-input.ts";
import { loadCommonPasswords } from "./common-passwords.server.ts";

const isCommon = await loadCommonPasswords();

const EMAIL = "rosa.persaud@example.com";

describe("a password", () => {
  test.each([
    ["seven77", ["too_short"]],
    ["", ["too_short"]],
    ["x1".repeat(65), ["too_long"]],
    ["Password123", ["too_common"]],
    ["zzzzzzzzzz", ["too_common"]],
    ["Rosa.Persaud@Example.com", ["is_email"]],
    ["rosa.persaud", ["is_email"]],
    // Specification 5.3
  ])("%j is refused, with its reasons", (password, reasons) => {
    expect(validatePassword(password, EMAIL, isCommon)).toEqual(reasons);
  });

  // Specification 8.53
  test("can be refused for every reason at once", () => {
    expect(validatePassword("abc", "abc@example.com", isCommon)).toEqual(["too_short", "is_email"]);
  });

  test.each(["linen-on-sunday-4", "eight ch", "ünïcödé wörds", "x1".repeat(64)])(
    "%j is accepted",
    (password) => expect(validatePassword(password, EMAIL, isCommon)).toEqual([]),
  );

  test("is refused for its length alone when it is neither the email nor common", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (password) => {
        const reasons = validatePassword(password, "", isCommon);
        expect(reasons.includes("too_short")).toBe(password.length < 8);
        expect(reasons.includes("too_long")).toBe(password.length > 128);
      }),
    );
  });

  test("that is refused gets a message", () => {
    for (const reason of ["too_short", "too_long", "is_email", "too_common"] as const) {
      expect(passwordWeaknessMessage(reason)).toMatch(/^[A-Z].*\.$/);
    }
  });
});

test.each(["liverpool", "qwertyuiop", "demerara1", "87654321", "guyana1966"])(
  "%j is one of the passwords that guessers try first",
  (password) => expect(isCommon(password)).toBe(true),
);
