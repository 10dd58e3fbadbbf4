import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tidyLine, tidyText } from "./submitted-text.ts";

const INVISIBLE = [
  "\u202A",
  "\u202E",
  "\u2066",
  "\u2069",
  "\u200B",
  "\u200E",
  "\u061C",
  "\uFEFF",
  "\u00AD",
  "\u2060",
  "\u180E",
];

describe("a line", () => {
  test.each(INVISIBLE)("loses the mark %j that nobody sees, wherever it stands", (sign) => {
    expect(tidyLine(`${sign}As${sign}ha Per${sign}saud${sign}`)).toBe("Asha Persaud");
  });

  test.each(["\u00A0", "\u3000", "\u2003", "\u202F", "\u3164", "\u2800", "\t", "\u2028"])(
    "has the blank %j as a plain one",
    (blank) => expect(tidyLine(`Asha${blank}${blank}Persaud${blank}`)).toBe("Asha Persaud"),
  );

  test.each([
    "\u200B\u200B",
    "\u3164",
    "\u2800 \u2800",
    "\u115F\u1160",
    "\u200D",
    "\u034F",
    "\uFE0F",
    "\u{E0020}",
    "\u2066\u2069",
  ])("of nothing but %j is empty", (text) => expect(tidyLine(text)).toBe(""));

  test.each([
    ["Persian, between two letters", "\u0646\u06CC\u200C\u0644\u0648\u0641\u0631"],
    ["Devanagari, behind a virama", "\u0930\u094D\u200D\u092F"],
    ["Sinhala, behind an al-lakuna", "\u0DC1\u0DCA\u200D\u0DBB\u0DD3"],
    ["Malayalam chillu", "\u0D28\u0D4D\u200D\u0D30"],
    ["an emoji of several people", "\u{1F469}\u200D\u{1F467}"],
  ])("keeps a joiner of %s", (_script, text) => expect(tidyLine(text)).toBe(text));

  test.each([
    ["A\u200Csha", "Asha"],
    ["Asha\u200D", "Asha"],
    ["\u200CАнна", "Анна"],
    ["李\u200C明", "李明"],
    ["O\u200D'Brien", "O'Brien"],
  ])("loses a joiner that joins nothing: %j", (text, name) => expect(tidyLine(text)).toBe(name));

  test("reads what it returned as it is", () => {
    const odd = fc.string({
      unit: fc.constantFrom(
        "a",
        " ",
        "\u0646",
        "\u094D",
        "\u{1F469}",
        "\u200C",
        "\u200D",
        ...INVISIBLE,
        "\u3164",
        "\uD83D",
      ),
    });
    fc.assert(
      fc.property(odd, (text) => {
        expect(tidyLine(tidyLine(text))).toBe(tidyLine(text));
      }),
    );
  });
});

describe("a text", () => {
  test("keeps marks of direction and line breaks, and loses what disguises letters", () => {
    expect(tidyText("\u200Fشکرا\u200F\r\n\u202Etxt\u202C\u200B.\u00A0x")).toBe(
      "\u200Fشکرا\u200F\ntxt. x",
    );
  });

  test.each(["\u3164", "\u2800\n", "\u200B", "\u200F"])("of nothing but %j is empty", (text) => {
    expect(tidyText(text)).toBe("");
  });
});
