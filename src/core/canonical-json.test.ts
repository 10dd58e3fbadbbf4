import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, comparableJson, isSameContent } from "./canonical-json.ts";

/** Also lone surrogates, names that look like numbers, and names of Object's own. */
const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "\uD800",
    "\uDC00x",
    "a\r\nb",
    "a\rb",
    "é",
    "e\u0301",
    "10",
    "2",
    "__proto__",
    "",
  ),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(-0),
);
const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyText,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value")),
    fc.array(fc.tuple(anyText, tie("value"))).map((fields) => Object.fromEntries(fields)),
  ),
})).value;

/** The same content with its fields in reverse and the newlines of a browser. */
function rewritten(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\r\n?|\n/g, "\r\n");
  if (Array.isArray(value)) return value.map(rewritten);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, each]) => [name, rewritten(each)]);
  return Object.fromEntries(fields.toReversed());
}

describe("canonical JSON", () => {
  test("is read back as the same value, and its text does not change by that", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  test("sorts names by their code units, leaves undefined fields out and escapes lone surrogates", () => {
    expect(canonicalJson({ b: 1, a: { d: 2, c: undefined } })).toBe('{"a":{"d":2},"b":1}');
    expect(canonicalJson({ "2": 1, "10": 1, B: 1, a: 1 })).toBe('{"10":1,"2":1,"B":1,"a":1}');
    expect(canonicalJson({ "\uFFFD": 1, "😀": 1 })).toBe('{"😀":1,"\uFFFD":1}');
    expect(canonicalJson(["\uD800", "é", "a\r\nb"])).toBe(String.raw`["\ud800","é","a\r\nb"]`);
    expect(canonicalJson([-0, 1e21, 1e-7, 0.1 + 0.2])).toBe("[0,1e+21,1e-7,0.30000000000000004]");
  });

  test("refuses what JSON cannot say exactly", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, new Date(), () => 1, [undefined]]) {
      expect(() => canonicalJson({ value })).toThrow(TypeError);
    }
  });
});

describe("the comparison of records", () => {
  test("does not depend on the order of fields or on how newlines are written", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(isSameContent(value, rewritten(value))).toBe(true);
        expect(isSameContent(value, [value])).toBe(false);
      }),
    );
  });

  test("sees what storing as JSON changes as no difference: dates, undefined and numbers without a value", () => {
    const at = new Date("2026-11-20T14:00:00Z");
    expect(isSameContent({ at, none: undefined }, { at: "2026-11-20T14:00:00.000Z" })).toBe(true);
    expect(isSameContent([undefined, Number.NaN], [null, null])).toBe(true);
    expect(isSameContent(undefined, null)).toBe(true);
    expect(isSameContent({ a: null }, {})).toBe(false);
    expect(isSameContent("1", 1)).toBe(false);
    expect(comparableJson({ b: "x\r\ny", a: 1 })).toBe(String.raw`{"a":1,"b":"x\ny"}`);
  });
});
