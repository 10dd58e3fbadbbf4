import fc from "fast-check";
import { expect, test } from "vitest";
import { wrapText } from "./wrapped-text.ts";

test("long lines are broken between words, short ones stay, and an indent is kept", () => {
  expect(wrapText("one two three", 7)).toBe("one two\nthree");
  expect(wrapText("  one two three", 9)).toBe("  one two\n  three");
  expect(wrapText("one\n\ntwo", 7)).toBe("one\n\ntwo");
});

test("a URL is never broken", () => {
  const url = `https://shop.example/${"x".repeat(120)}`;
  expect(wrapText(`Choose a new password: ${url}`)).toBe(`Choose a new password:\n${url}`);
});

test("no word is lost or changed, and only a single word exceeds the line length", () => {
  const text = fc
    .array(fc.stringMatching(/^[\w:/.-]{1,30}$/), { minLength: 1 })
    .map((text) => text.join(" "));
  fc.assert(
    fc.property(text, fc.integer({ min: 5, max: 40 }), (line, width) => {
      const wrapped = wrapText(line, width);
      expect(wrapped.replaceAll("\n", " ")).toBe(line);
      for (const each of wrapped.split("\n")) {
        expect(each.length <= width || !each.includes(" ")).toBe(true);
      }
    }),
  );
});
