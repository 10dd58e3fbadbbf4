import fc from "fast-check";
import { expect, test } from "vitest";
import { SAMPLE_NAMES } from "#tests/support/sample-names.ts";
import { lettersOf, wrapText } from "./wrap-text.ts";

/** A line has room for so many letters. */
const wrapped = (text: string, room: number) =>
  wrapText(text, (line) => lettersOf(line).length <= room);

test("a text breaks at its blanks, and a word that is too long between its letters", () => {
  expect(wrapped("12 Camp Street, Georgetown", 12)).toEqual(["12 Camp", "Street,", "Georgetown"]);
  expect(wrapped("Donaudampfschiff", 6)).toEqual(["Donaud", "ampfsc", "hiff"]);
});

test("a text without blanks fills its lines and breaks between words", () => {
  expect(wrapped("東京都千代田区丸の内1丁目9-1", 8)[0]?.length).toBeGreaterThan(4);
  expect(wrapped("ถนนสุขุมวิทซอยสิบเอ็ด", 9)).toEqual(["ถนนสุขุมวิท", "ซอยสิบเอ็ด"]);
});

test("no line begins with what ends a sentence", () => {
  for (const line of wrapped("「東京」、「大阪」。「京都」。「神戸」、「奈良」。", 5))
    expect(line).not.toMatch(/^[、。」]/);
});

test("no letter is parted from its marks, and nothing is lost", () => {
  const samples = SAMPLE_NAMES.map(({ name, street }) => `${name} ${street}`);
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.integer({ min: 2, max: 30 }), (text, room) => {
      const lines = wrapped(text, room);
      for (const line of lines) expect(line).not.toMatch(/^\p{M}/u);
      const letters = (value: string) => value.replaceAll(/[\s\u200e\u200f]/g, "");
      expect(letters(lines.join(""))).toBe(letters(text));
    }),
  );
});

test("a line of an Arabic address that begins with a number or a Latin word still runs from the right", () => {
  const lines = wrapped("شارع الملك فهد Tower 12 شقة 5", 15);
  expect(lines.slice(1).every((line) => /^[\u200f\u0600-\u06ff]/.test(line))).toBe(true);
});
