import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COMMON_PASSWORDS, passwordWeaknessMessage, validatePassword } from "./account-input.ts";

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
    expect(validatePassword(password, EMAIL)).toEqual(reasons);
  });

  // Specification 8.53
  test("may have every reason against it at once", () => {
    expect(validatePassword("abc", "abc@example.com")).toEqual(["too_short", "is_email"]);
  });

  test.each(["linen-on-sunday-4", "eight ch", "ünïcödé wörds", "x1".repeat(64)])(
    "%j is accepted",
    (password) => expect(validatePassword(password, EMAIL)).toEqual([]),
  );

  test("is judged by its length alone when it is nobody's name and not on the list", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (password) => {
        const reasons = validatePassword(password, "");
        expect(reasons.includes("too_short")).toBe(password.length < 8);
        expect(reasons.includes("too_long")).toBe(password.length > 128);
      }),
    );
  });

  test("that is refused is refused in words", () => {
    for (const reason of ["too_short", "too_long", "is_email", "too_common"] as const) {
      expect(passwordWeaknessMessage(reason)).toMatch(/^[A-Z].*\.$/);
    }
  });
});

test("the list of common passwords holds only what the length alone would let through", () => {
  for (const password of COMMON_PASSWORDS) {
    expect(password).toBe(password.toLowerCase());
    expect(password.length).toBeGreaterThanOrEqual(8);
  }
});
