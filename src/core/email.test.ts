import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  emailAsStored,
  emailProblem,
  isEmail,
  isPlainEmail,
  maskEmail,
  readEmail,
  searchedAsStored,
} from "./email.ts";

describe("an email", () => {
  it.each([
    ["info@müller.example", "info@xn--mller-kva.example"],
    ["info@xn--mller-kva.example", "info@xn--mller-kva.example"],
    ["info@MÜLLER.example", "info@xn--mller-kva.example"],
    ["info@straße.example", "info@xn--strae-oqa.example"],
    ["info@пример.рф", "info@xn--e1afmkfd.xn--p1ai"],
    ["info@例子.广告", "info@xn--fsqu00a.xn--4rr70v"],
    ["info@مثال.إختبار", "info@xn--mgbh0fb.xn--kgbechtv"],
    ["\u200B rosa@example.com\u00A0", "rosa@example.com"],
    ["\u202Arosa@example.com\u202C", "rosa@example.com"],
    ["Rosa.O'Brien+fit@Example.com", "Rosa.O'Brien+fit@Example.com"],
    ["用户@例子.广告", "用户@xn--fsqu00a.xn--4rr70v"],
  ])("that is written %j has one spelling", (written, email) => {
    expect(readEmail(written)).toBe(email);
    expect(readEmail(email)).toBe(email);
  });

  it.each([
    "a..b@example.com",
    ".a@example.com",
    "a.@example.com",
    "a@example..com",
    "a@.example.com",
    "a@-example.com",
    "a@example-.com",
    "a@1.2.3.4",
    "a@b.example c@d.example",
    "a@b.example;c@d.example",
    "a@b.example/c@d.example",
    "a@münchen",
    `${"a".repeat(65)}@example.com`,
  ])("is never read from %j", (text) => expect(readEmail(text)).toBeNull());

  it("that was stored before there was one reader is looked up and compared as it was stored", () => {
    const before = z.email();
    const stored = fc
      .oneof(
        fc.emailAddress(),
        fc.stringMatching(/^[A-Za-z0-9_'+.-]{1,12}@[A-Za-z0-9-]{1,8}\.(?:com|co\.uk|museum)$/),
      )
      .filter((email) => before.safeParse(email).success);
    fc.assert(
      fc.property(stored, (email) => {
        expect(emailAsStored(email)).toBe(email);
        expect(emailAsStored(` ${email}\u200B`)).toBe(email);
      }),
    );
  });

  it("is for a server without SMTPUTF8 when nothing of it is outside ASCII", () => {
    expect(isPlainEmail(readEmail("info@müller.example") ?? "")).toBe(true);
    expect(isPlainEmail(readEmail("jürgen@müller.example") ?? "")).toBe(false);
  });

  it.each([
    "jürgen@example.com",
    "用户@例子.广告",
    "jürgen@пример.рф",
    "JÜRGEN@example.com",
    "o\u0301scar@example.com",
    "ａnna@example.com",
    "a\u0131@example.com",
  ])("as %j is refused for what is before the @, and a stored one is still read", (text) => {
    expect(emailProblem(text)).toBe(
      "Please use an email address with no letters but a to z before the @: many mail servers deliver to no others.",
    );
    expect(readEmail(text)).not.toBeNull();
  });

  it.each([
    "",
    "name",
    "jürgen",
    "jürgen@example",
    "jürgen@@example.com",
    "ü@a.example b@c.example",
  ])("is none, as %j", (text) =>
    expect(emailProblem(text)).toBe("Please enter a valid email address, like name@example.com."),
  );

  it.each([
    "info@bücher.de",
    "info@пример.рф",
    "o'brien+fit@उदाहरण.भारत",
    "\u200bA.B@Example.com ",
  ])("is taken as %j", (text) => expect(emailProblem(text)).toBeNull());

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

it.each([
  ["anna@bücher.de", "anna@xn--bcher-kva.de"],
  ["@bücher", "@xn--bcher-kva"],
  ["Пример.РФ", "xn--e1afmkfd.xn--p1ai"],
  [" उदाहरण.भारत ", "xn--p1b6ci4b4b3a.xn--h2brj9c"],
  ["jürgen@bücher.de", "jürgen@xn--bcher-kva.de"],
])("searched as %j is found as it is stored", (search, stored) => {
  expect(searchedAsStored(search)).toBe(stored);
});

it.each(["anna@example.com", "müller", "jürgen@example.com", "St. Müller", "", "@"])(
  "searched as %j is compared as it is written",
  (search) => expect(searchedAsStored(search)).toBeNull(),
);
