import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passwordWeaknessMessage, validatePassword } from "./account-input.ts";

const lists = {
  shopName: "Demerara Atelier",
  isLeaked: (password: string) => password.toLowerCase() === "password123",
};

const EMAIL = "rosa.persaud@example.com";
const ROSA = { email: EMAIL, names: ["Rosa", "Persaud"] };

describe("a password", () => {
  test.each([
    ["seven77", ["too_short"]],
    ["", ["too_short"]],
    ["x1".repeat(65), ["too_long"]],
    ["Password123", ["too_common"]],
    ["zzzzzzzzzz", ["too_common"]],
    ["Rosa.Persaud@Example.com", ["is_email"]],
    ["rosa.persaud", ["is_email"]],
    ["rosa.persaud1", ["is_name"]],
    ["RosaPersaud2026", ["is_name"]],
    ["persaud rosa!", ["is_name"]],
    ["Persaud1", ["is_name"]],
    ["DemeraraAtelier1", ["is_name"]],
    ["demerara-atelier", ["is_name"]],
    ["1Rosa.Persaud@Example.com!", ["is_email"]],
    // Specification 5.3
  ])("%j is refused, with its reasons", (password, reasons) => {
    expect(validatePassword(password, ROSA, lists)).toEqual(reasons);
  });

  // Specification 8.53
  test("can be refused for every reason at once", () => {
    expect(validatePassword("abc", { email: "abc@example.com" }, lists)).toEqual([
      "too_short",
      "is_email",
    ]);
  });

  test.each([
    "linen-on-sunday-4",
    "rosa-in-georgetown",
    "persaud-19660526",
    "eight ch",
    "ünïcödé wörds",
    "x1".repeat(64),
  ])("%j is accepted", (password) => expect(validatePassword(password, ROSA, lists)).toEqual([]));

  test("is refused for its length alone when it is neither the email nor common", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (password) => {
        const reasons = validatePassword(password, { email: "" }, lists);
        expect(reasons.includes("too_short")).toBe(password.length < 8);
        expect(reasons.includes("too_long")).toBe(password.length > 128);
      }),
    );
  });

  test("that is refused gets a message", () => {
    for (const reason of ["too_short", "too_long", "is_email", "is_name", "too_common"] as const) {
      expect(passwordWeaknessMessage(reason)).toMatch(/^[A-Z].*\.$/);
    }
  });
});
