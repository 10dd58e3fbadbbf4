import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DELETED_EMAIL, isEmail, maskEmail, shownEmail } from "./email.ts";

describe("an email", () => {
  it.each(["name@example.com", "asha.persaud+fit@mail.example.gy", "ünï@exämple.com"])(
    "is %s",
    (text) => expect(isEmail(text)).toBe(true),
  );

  it.each([
    "",
    "name",
    "name@example",
    "name@example.",
    "@example.com",
    "a@b@example.com",
    "a@example.com, b@example.com",
    "Name <name@example.com>",
    "a@example.com\r\nBcc: b@example.com",
    "a b@example.com",
    "a\u0000@example.com",
    `${"a".repeat(250)}@example.com`,
  ])("is not %j", (text) => expect(isEmail(text)).toBe(false));

  it("never contains a line break, a space or a second email", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.emailAddress(), (odd, email) => {
        for (const text of [odd, odd + email, email + odd]) {
          if (isEmail(text)) expect(text).not.toMatch(/[\s,;<>]|@.*@/);
        }
      }),
    );
  });
});

it.each([
  ["asha.persaud@example.com", "a•••@example.com"],
  ["a@example.com", "a•••@example.com"],
  ['"odd@name"@example.com', '"•••@example.com'],
])("of %s the first letter and the host are shown", (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

it("of a deleted customer is no address that staff read", () => {
  expect(shownEmail(DELETED_EMAIL)).toBe("Deleted customer");
  expect(shownEmail("asha@example.com")).toBe("asha@example.com");
});
