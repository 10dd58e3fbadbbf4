import { domainToASCII, domainToUnicode } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { DELETED_EMAIL, readEmail } from "./email.ts";
import { shownEmail } from "./shown-email.ts";

it.each([
  "info@пример.рф",
  "info@bücher.de",
  "info@उदाहरण.भारत",
  "info@例子.广告",
  "info@مثال.إختبار",
  "info@παράδειγμα.ελ",
  "info@ドメイン.example",
  "info@mail.müller.example",
  "rosa@example.com",
  "jürgen@example.com",
])("%s is stored in one spelling and read in its letters", (written) => {
  expect(shownEmail(readEmail(written) ?? "")).toBe(written);
});

it.each([
  "info@xn--pypal-4ve.com",
  "info@xn--zzzzzzzzz9.com",
  "info@xn--.com",
  "info@xn--a-.com",
  "info@xn--99999999.com",
  "no email",
  "",
])("%j, which has no letters or mixes scripts that look alike, stays as it is", (stored) => {
  expect(shownEmail(stored)).toBe(stored);
});

it("reads every domain as Node does, and another reader stores it again as it was", () => {
  const label = fc.oneof(
    fc.stringMatching(/^[a-zà-öø-ÿ]{1,12}$/),
    fc.stringMatching(/^[а-яё]{1,12}$/),
    fc.stringMatching(/^[ぁ-ゖ一-龥]{1,8}$/),
    fc.stringMatching(/^[\u{20000}-\u{200ff}a-z]{1,8}$/u),
  );
  fc.assert(
    fc.property(label, fc.constantFrom("com", "рф", "भारत"), (name, end) => {
      const stored = domainToASCII(`${name}.${end}`);
      fc.pre(stored !== "" && readEmail(`a@${stored}`) !== null);
      expect(shownEmail(`a@${stored}`)).toBe(`a@${domainToUnicode(stored)}`);
      expect(readEmail(shownEmail(`a@${stored}`))).toBe(`a@${stored}`);
    }),
  );
});

it("of a deleted customer is no address that people read", () => {
  expect(shownEmail(DELETED_EMAIL)).toBe("Deleted customer");
});
