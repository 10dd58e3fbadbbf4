import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatLength,
  formatLengthDifference,
  formatLengthWithUnit,
  parseHeight,
  parseLength,
} from "./length-text.ts";

const mm = (text: string, unit: "inches" | "cm") => {
  const length = parseLength(text, unit);
  return length.ok ? length.value : length.error;
};

describe("a length as people write it", () => {
  test.each([
    ["34 1/2", 876],
    ["34½", 876],
    ["34 ½", 876],
    ["34-1/2", 876],
    ["34.5", 876],
    ["34,5", 876],
    [" 34.5 in. ", 876],
    ['34 1/2"', 876],
    ["34 1/2 ″", 876],
    ["34 1/2''", 876],
    ["34 1⁄2 inches", 876],
    ["３４", 864],
    ["86,4 cm", 864],
    ["864mm", 864],
    ['68 1/2"', 1740],
    ['\u200e66 1/2"\u202c', 1689],
    ["66\u200b 1/2\ufeff", 1689],
    ["66\u00a01/2", 1689],
    ["34\u00ad.5", 876],
    ["3/4", 19],
    ["66 1/2\u2033", 1689],
  ])("%s is read in inches as %i mm", (text, expected) => {
    expect(mm(text, "inches")).toBe(expected);
  });

  test.each([
    ["87", 870],
    ["87,5", 875],
    ["87.5 cm", 875],
    ["87 1/2", 875],
    ["34 in", 864],
  ])("%s is read in centimeters as %i mm", (text, expected) => {
    expect(mm(text, "cm")).toBe(expected);
  });

  test.each([
    "abc",
    "-34",
    "34 5",
    "34.5 1/2",
    "34 2/2",
    "34 1/0",
    "1e3",
    "34 feet",
    "Infinity",
    "NaN",
    "86 constructor",
    "86 toString",
    "86 __proto__",
    "34'",
    "34; drop table",
    "9".repeat(100_000),
  ])("%.20s is not a length", (text) => {
    expect(mm(text, "inches")).toBe("unreadable");
  });

  test("spaces alone are empty", () => {
    expect(mm(" \u00a0\t", "cm")).toBe("empty");
  });

  test("any text is read as whole millimeters or refused", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        const length = parseLength(text, "inches");
        if (length.ok) expect(Number.isSafeInteger(length.value)).toBe(true);
      }),
    );
  });

  test("marks that nobody sees change nothing, wherever a paste leaves them", () => {
    const signs = ["\u200b", "\u200e", "\u202a", "\u202c", "\u2060", "\ufeff", "\u00ad"];
    const insertion = fc.tuple(fc.constantFrom(...signs), fc.nat(8));
    fc.assert(
      fc.property(
        fc.constantFrom("66 1/2", "87,5 cm", '34 3/8"', "5'7"),
        fc.array(insertion),
        (text, pasted) => {
          let pastedText: string = text;
          for (const [sign, at] of pasted)
            pastedText = pastedText.slice(0, at) + sign + pastedText.slice(at);
          expect(parseHeight(pastedText, "inches")).toEqual(parseHeight(text, "inches"));
        },
      ),
    );
  });
});

describe("a height", () => {
  const height = (text: string, unit: "inches" | "cm") => {
    const length = parseHeight(text, unit);
    return length.ok ? length.value : length.error;
  };

  test.each([
    ["5'7\"", 1702],
    ["5'7", 1702],
    ["5’ 7”", 1702],
    ["5′7″", 1702],
    ["5 ft 7 in", 1702],
    ["5ft7", 1702],
    ["5 feet 7 inches", 1702],
    ["5'7 1/2\"", 1715],
    ["5' 7½", 1715],
    ["\u200e5'\u200b7\"", 1702],
    ["6'", 1829],
    ["5'0\"", 1524],
    ["67 1/2", 1715],
    ["171 cm", 1710],
    ["1.71 m", 1710],
    ["1,71m", 1710],
  ])("%s is read as %i mm beside inches", (text, expected) => {
    expect(height(text, "inches")).toBe(expected);
  });

  test("feet are feet beside centimeters too", () => {
    expect(height("5'7", "cm")).toBe(1702);
    expect(height("171", "cm")).toBe(1710);
  });

  test.each(["5'12\"", "5'70", "55'7", "5' 7 cm", "5'x", "'7"])("%s is no height", (text) => {
    expect(height(text, "inches")).toBe("unreadable");
  });
});

describe("a displayed length", () => {
  test("is read back unchanged for every millimeter in centimeters and every eighth in inches", () => {
    for (let millimetres = 0; millimetres <= 2500; millimetres += 1) {
      expect(mm(formatLength(millimetres, "cm"), "cm")).toBe(millimetres);
    }
    for (let eighths = 0; eighths <= 800; eighths += 1) {
      const millimetres = Math.round((eighths * 25.4) / 8);
      expect(mm(formatLength(millimetres, "inches"), "inches")).toBe(millimetres);
    }
  });

  test("has its unit, and inches have fractions in lowest terms", () => {
    expect(formatLengthWithUnit(876, "inches")).toBe("34 1/2 in");
    expect(formatLengthWithUnit(876, "cm")).toBe("87.6 cm");
    expect(formatLengthWithUnit(864, "inches")).toBe("34 in");
    expect(formatLengthWithUnit(899, "inches")).toBe("35 3/8 in");
  });

  test("shows differences as finely as a tape measure, and never as zero", () => {
    expect([1, 5, 13, 25, 51].map((each) => formatLengthDifference(each, "inches"))).toEqual([
      "less than 1/4 in",
      "1/4 in",
      "1/2 in",
      "1 in",
      "2 in",
    ]);
    expect([1, 5, 13, 25, 51].map((each) => formatLengthDifference(each, "cm"))).toEqual([
      "less than 0.5 cm",
      "0.5 cm",
      "1.5 cm",
      "2.5 cm",
      "5 cm",
    ]);
  });
});
