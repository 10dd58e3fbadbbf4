import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MEASUREMENT_NAMES } from "./measurement-definitions.ts";
import { addReading, newProfile, parseMeasurement, profileSchema } from "./measurement-profile.ts";

const AT = "2026-11-18T12:00:00.000Z";
const nobody = newProfile("0197b5f0-0000-7000-8000-000000000001", "Asha", AT);

/** Members of every object, and texts that JavaScript reads as numbers. */
const HOSTILE = [
  "constructor",
  "toString",
  "__proto__",
  "hasOwnProperty",
  "valueOf",
  "NaN",
  "Infinity",
  "-Infinity",
  "1e999",
  "0/0",
  "1/0",
  "0x56",
  "-5",
  "",
];
const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc
    .tuple(fc.integer({ min: 0, max: 9_999 }), fc.constantFrom(...HOSTILE))
    .map(([number, word]) => `${number} ${word}`),
  fc.string({ maxLength: 30 }),
);
const name = fc.constantFrom(...MEASUREMENT_NAMES);
const unit = fc.constantFrom("cm" as const, "inches" as const);

describe("a number that is stored", () => {
  test("is whole and not negative, whatever was typed", () => {
    fc.assert(
      fc.property(name, hostileText, unit, (measured, text, enteredIn) => {
        const value = parseMeasurement(measured, text, enteredIn);
        if (!value.ok) return;
        expect(Number.isSafeInteger(value.value)).toBe(true);
        expect(value.value).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 1_000 },
    );
  });

  test("comes back from storage as it was, whatever was typed", () => {
    fc.assert(
      fc.property(name, hostileText, unit, (measured, text, enteredIn) => {
        const entry = { name: measured, text, unit: enteredIn, at: AT, source: "self" } as const;
        const added = addReading(nobody, entry);
        if (!added.ok) return;
        expect(profileSchema.parse(JSON.parse(JSON.stringify(added.value)))).toEqual(added.value);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 86.5, null, "860", 1e21])(
    "is refused as %s by what devices, links and files send",
    (value) => {
      const reading = { value, entered: "86", unit: "cm", at: AT, source: "self" };
      const profile = { ...nobody, readings: { chest: [reading] } };
      expect(profileSchema.safeParse(profile).success).toBe(false);
    },
  );
});
