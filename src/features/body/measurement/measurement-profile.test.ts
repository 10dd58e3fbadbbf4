import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MeasurementName } from "./measurement-definitions.ts";
import { MEASUREMENT_NAMES, MEASUREMENTS } from "./measurement-definitions.ts";
import type { MeasurementProfile, Reading } from "./measurement-profile.ts";
import {
  addReading,
  formatMeasurement,
  formatValue,
  HELP,
  lastMeasuredAt,
  MAX_READINGS,
  mergeProfiles,
  newestReading,
  newProfile,
  POSTURES,
  parseMeasurement,
  profileSchema,
  readingText,
  SHOULDER_SHAPES,
} from "./measurement-profile.ts";

const ID = "01933b7e-7f6a-7c3c-9d9a-2f0e8f3b1a11";
const AT = "2026-11-20T12:00:00.000Z";

// Few moments, so that equal times happen.
const moments = fc
  .integer({ min: 0, max: 6 })
  .map((hour) => new Date(hour * 3_600_000).toISOString());
const readings: fc.Arbitrary<Reading> = fc.record({
  value: fc.integer({ min: 0, max: 2_000 }),
  entered: fc.string({ maxLength: 8 }),
  unit: fc.constantFrom("cm", "inches"),
  at: moments,
  source: fc.constantFrom("self", "link", "atelier"),
  confirmed: fc.boolean(),
});
const dated = <Value>(value: fc.Arbitrary<Value>) => fc.record({ value, at: moments });
const names = fc.constantFrom(...MEASUREMENT_NAMES);
const people: fc.Arbitrary<MeasurementProfile> = fc
  .record({
    label: dated(fc.constantFrom("Asha", "Bibi", "Mother")),
    posture: fc.option(dated(fc.constantFrom(...POSTURES))),
    shoulders: fc.option(dated(fc.constantFrom(...SHOULDER_SHAPES))),
    help: fc.option(dated(fc.constantFrom(...HELP))),
    notes: fc.option(dated(fc.constantFrom("", "left arm longer"))),
    measured: fc.array(fc.tuple(names, fc.array(readings, { minLength: 1, maxLength: 4 })), {
      maxLength: 4,
    }),
  })
  .map(({ measured, ...rest }) => ({ id: ID, ...rest, readings: Object.fromEntries(measured) }));

const identity = ({ confirmed: _, ...reading }: Reading) => JSON.stringify(reading);
const all = (profile: MeasurementProfile) =>
  Object.entries(profile.readings).flatMap(([name, list]) =>
    (list ?? []).map((reading) => `${name} ${identity(reading)}`),
  );

describe("two versions of one person", () => {
  test("lose no reading when they are merged, and gain none", () => {
    fc.assert(
      fc.property(people, people, (one, other) => {
        const merged = mergeProfiles(one, other);
        expect(new Set(all(merged))).toEqual(new Set([...all(one), ...all(other)]));
        expect(all(merged).length).toBe(new Set(all(merged)).size);
      }),
    );
  });

  test("become the same whichever device saves first, and however often", () => {
    fc.assert(
      fc.property(people, people, people, (one, two, three) => {
        const merged = mergeProfiles(mergeProfiles(one, two), three);
        expect(mergeProfiles(three, mergeProfiles(two, one))).toEqual(merged);
        expect(mergeProfiles(one, mergeProfiles(two, three))).toEqual(merged);
        expect(mergeProfiles(merged, merged)).toEqual(merged);
        expect(mergeProfiles(merged, two)).toEqual(merged);
      }),
    );
  });

  test("survive their way through JSON and the schema unchanged", () => {
    fc.assert(
      fc.property(people, people, (one, other) => {
        const merged = mergeProfiles(one, other);
        expect(profileSchema.parse(JSON.parse(JSON.stringify(merged)))).toEqual(merged);
      }),
    );
  });

  test("count the newest reading and stay confirmed when one of them was", () => {
    const reading: Reading = {
      value: 900,
      entered: "90",
      unit: "cm",
      at: AT,
      source: "self",
      confirmed: false,
    };
    const person = { ...newProfile(ID, "Asha", AT), readings: { waist: [reading] } };
    const later = { ...reading, value: 910, entered: "91", at: "2026-11-21T12:00:00.000Z" };
    const elsewhere = {
      ...person,
      readings: { waist: [{ ...reading, confirmed: true }, later] },
    };
    const merged = mergeProfiles(person, elsewhere);
    expect(newestReading(merged, "waist")?.value).toBe(910);
    expect(merged.readings.waist?.map(({ confirmed }) => confirmed)).toEqual([true, false]);
    expect(lastMeasuredAt(merged)).toBe("2026-11-21T12:00:00.000Z");
    expect(lastMeasuredAt(newProfile(ID, "Asha", AT))).toBeNull();
  });
});

describe("a reading", () => {
  const possible = names.chain((name) => {
    const { from, to } = MEASUREMENTS[name].range;
    return fc.tuple(fc.constant(name), fc.integer({ min: from, max: to }));
  });
  const units = fc.constantFrom("cm" as const, "inches" as const);

  test("keeps its stored value through any number of changes of the unit", () => {
    fc.assert(
      fc.property(
        possible,
        units,
        fc.array(units, { maxLength: 12 }),
        ([name, value], unit, shown) => {
          const entered = formatValue(name, value, unit);
          const begin = addReading(newProfile(ID, "Asha", AT), {
            name,
            text: entered,
            unit,
            source: "self",
            at: AT,
          });
          if (!begin.ok) throw new Error(begin.error);
          let person = begin.value;
          for (const next of shown) {
            const reading = newestReading(person, name);
            if (!reading) throw new Error("The reading is gone");
            const text = readingText(name, reading, next);
            const saved = addReading(person, { name, text, unit: next, source: "self", at: AT });
            if (!saved.ok) throw new Error(saved.error);
            person = saved.value;
          }
          expect(JSON.stringify(person)).toBe(JSON.stringify(begin.value));
        },
      ),
    );
  });

  test("in centimetres, kilograms and degrees is read back to the same value", () => {
    fc.assert(
      fc.property(possible, ([name, value]) => {
        const isWeight = MEASUREMENTS[name].kind === "weight";
        const stored = isWeight ? Math.round(value / 100) * 100 : value;
        expect(parseMeasurement(name, formatMeasurement(name, stored, "cm"), "inches")).toEqual({
          ok: true,
          value: stored,
        });
      }),
    );
  });

  test.each<[MeasurementName, string, "cm" | "inches", number | string]>([
    ["chest", "92", "cm", 920],
    ["chest", "36 1/2", "inches", 927],
    ["chest", "36½ in", "cm", 927],
    ["weight", "70,5", "cm", 70_500],
    ["weight", "155", "inches", 70_307],
    ["weight", "155 lbs", "cm", 70_307],
    ["weight", "70 stone", "cm", "unreadable"],
    ["weight", "70 constructor", "cm", "unreadable"],
    ["shoulderSlope", "20°", "inches", 20],
    ["shoulderSlope", "20 degrees", "cm", 20],
    ["shoulderSlope", "20 cm", "cm", "unreadable"],
    ["waist", " ", "cm", "empty"],
    ["weight", "", "cm", "empty"],
    ["waist", "NaN", "cm", "unreadable"],
  ])("of %s, %j in %s is %j", (name, text, unit, expected) => {
    const read = parseMeasurement(name, text, unit);
    expect(read.ok ? read.value : read.error).toBe(expected);
  });

  test("is newer than the one before it on a device whose clock is behind, and counts twice when taken again", () => {
    const entry = { name: "waist", text: "90", unit: "cm", source: "self", at: AT } as const;
    const first = addReading(newProfile(ID, "Asha", AT), entry);
    if (!first.ok) throw new Error(first.error);
    const second = addReading(
      first.value,
      { ...entry, at: "2020-01-01T00:00:00Z" },
      { again: true },
    );
    if (!second.ok) throw new Error(second.error);
    expect(second.value.readings.waist?.map(({ at }) => at)).toEqual([
      AT,
      "2026-11-20T12:00:00.001Z",
    ]);
  });

  test("that cannot be read or is one too many changes nothing", () => {
    const person = newProfile(ID, "Asha", AT);
    const entry = { name: "waist", text: "wide", unit: "cm", source: "self", at: AT } as const;
    expect(addReading(person, entry)).toEqual({ ok: false, error: "unreadable" });
    let full = person;
    for (let count = 0; count < MAX_READINGS; count += 1) {
      const added = addReading(full, { ...entry, text: "90" }, { again: true });
      if (added.ok) full = added.value;
    }
    expect(full.readings.waist).toHaveLength(MAX_READINGS);
    expect(addReading(full, { ...entry, text: "91" })).toEqual({
      ok: false,
      error: "too_many_readings",
    });
  });
});
