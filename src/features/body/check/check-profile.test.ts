import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatLength, parseLength } from "#features/body/measurement/length-text.ts";
import { checkMeasurements, checkSurveyProfile, estimateMeasurements } from "./check-engine.ts";
import { checkMessage } from "./check-messages.ts";
import type { ProfileValue } from "./check-profile.ts";
import { HARD_RANGES } from "./rule-table.ts";

/** A woman of the second file, completed with usual values; in the shop's measurements. */
const PROFILE: Readonly<Record<string, number>> = {
  height: 1660,
  weight: 68_000,
  neck: 340,
  chest: 960,
  waist: 800,
  hips: 930,
  seat: 1020,
  biceps: 300,
  wrist: 158,
  upperLeg: 610,
  knee: 375,
  inseam: 760,
  shoulderToWrist: 570,
  hpsToWaistBack: 420,
};

const valuesOf = (profile: Readonly<Record<string, number>>): ProfileValue[] =>
  Object.entries(profile).map(([name, value]) => ({ name, readings: [value] }));
const findingsOf = (changes: Readonly<Record<string, number>>) =>
  checkMeasurements(valuesOf({ ...PROFILE, ...changes })).findings;
const confidenceIn = (name: string, value: number) =>
  checkMeasurements(valuesOf({ ...PROFILE, [name]: value })).confidence.get(name) ?? Number.NaN;

const NAMES = [...Object.keys(HARD_RANGES), "unknownMeasurement", "__proto__", "constructor"];
const anyProfile = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...NAMES),
    readings: fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 4 }),
    previous: fc.double({ noNaN: true, noDefaultInfinity: true }),
  }),
  { selector: ({ name }) => name, maxLength: 20 },
);
const likelyProfile = fc.uniqueArray(
  fc
    .constantFrom(...Object.keys(PROFILE))
    .chain((name) =>
      fc
        .double({ min: 0.5, max: 1.6, noNaN: true })
        .map((factor) => ({ name, readings: [(PROFILE[name] ?? 1) * factor] })),
    ),
  { selector: ({ name }) => name, minLength: 1 },
);

describe("checking a profile", () => {
  test("a usual profile is not questioned, and every value has a high confidence", () => {
    const { findings, confidence } = checkMeasurements(valuesOf(PROFILE));
    expect(findings).toEqual([]);
    expect([...confidence.keys()].sort()).toEqual(Object.keys(PROFILE).sort());
    for (const share of confidence.values()) expect(share).toBeGreaterThan(0.8);
  });

  test("never throws for finite readings, and confidence is a probability", () => {
    fc.assert(
      fc.property(
        anyProfile,
        fc.constantFrom(checkMeasurements, checkSurveyProfile),
        (values, checkValues) => {
          const { findings, confidence } = checkValues(values);
          expect(new Set(findings.map(({ name }) => name)).size).toBe(findings.length);
          for (const finding of findings) {
            expect(checkMessage(finding, "cm").notice).not.toContain("NaN");
          }
          for (const share of confidence.values()) {
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });

  test("the order in which the values were entered does not matter", () => {
    const shuffled = likelyProfile.chain((values) =>
      fc.tuple(
        fc.constant(values),
        fc.shuffledSubarray(values, { minLength: values.length, maxLength: values.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([values, other]) => {
        const first = checkMeasurements(values);
        const second = checkMeasurements(other);
        expect(second.findings).toEqual(first.findings);
        expect(second.confidence).toEqual(first.confidence);
      }),
    );
  });

  test("a value further from what the others suggest never has more confidence", () => {
    const name = fc.constantFrom("chest", "seat", "inseam", "wrist");
    const step = fc.double({ min: 1.01, max: 1.2, noNaN: true });
    fc.assert(
      fc.property(name, step, step, fc.boolean(), (measurement, near, further, isUpwards) => {
        const known = new Map(Object.entries(PROFILE).filter(([other]) => other !== measurement));
        const usual = estimateMeasurements(known, [measurement]).get(measurement)?.value ?? 0;
        const at = (factor: number) =>
          confidenceIn(measurement, isUpwards ? usual * factor : usual / factor);
        // The digit test may raise or lower a value's confidence on its own; one in a hundred bounds it.
        expect(at(near * further)).toBeLessThanOrEqual(at(near) + 0.01);
      }),
    );
  });

  test("toggling the unit shows another text and never changes the stored millimetres", () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 2_300 }), (stored) => {
        const centimetres = parseLength(formatLength(stored, "cm"), "cm");
        expect(centimetres).toEqual({ ok: true, value: stored });
        const finding = findingsOf({ chest: stored })[0];
        if (!finding) return;
        const before = structuredClone(finding);
        checkMessage(finding, "inches");
        checkMessage(finding, "cm");
        expect(finding).toEqual(before);
      }),
    );
  });
});

describe("naming what is wrong", () => {
  test("38 entered as centimeters is stopped and looks like inches", () => {
    const [finding] = findingsOf({ chest: 380 });
    expect(finding).toMatchObject({
      name: "chest",
      level: "stop",
      cause: { reason: "inches-entered-as-cm" },
    });
    if (finding) {
      expect(checkMessage(finding, "cm").notice).toBe(
        "This looks like inches. Did you mean 96.5 cm?",
      );
    }
  });

  test.each([
    ["weight", 150_000, "pounds-entered-as-kg"],
    ["seat", 510, "halved"],
    ["wrist", 316, "doubled"],
    ["inseam", 7600, "mm-entered-as-cm"],
    ["seat", 1200, "digits-swapped"],
  ])("%s of %d is named as %s", (name, value, reason) => {
    expect(findingsOf({ [name]: value })[0]).toMatchObject({ name, cause: { reason } });
  });

  test("two values in each other's field are both named", () => {
    const findings = findingsOf({ wrist: PROFILE.knee ?? 0, knee: PROFILE.wrist ?? 0 });
    expect(findings.map(({ name }) => name).sort()).toEqual(["knee", "wrist"]);
    expect(findings.map(({ cause }) => cause.reason)).toEqual(["exchanged", "exchanged"]);
  });

  test("a measurement that no survey has is questioned by its order rules and stopped by its range", () => {
    expect(findingsOf({ waistToSeat: 230, waistToHips: 270 })).toMatchObject([
      { name: "waistToHips", level: "ask", cause: { reason: "order", other: "waistToSeat" } },
    ]);
    expect(findingsOf({ hpsToWaistBack: 165 })).toMatchObject([
      { name: "hpsToWaistBack", level: "stop", cause: { reason: "inches-entered-as-cm" } },
    ]);
  });
});

describe("the person's own history", () => {
  const chest = (readings: number[], previous?: number): ProfileValue[] => [
    ...valuesOf(PROFILE).filter(({ name }) => name !== "chest"),
    { name: "chest", readings, ...(previous !== undefined && { previous }) },
  ];

  test("two readings more than a centimeter apart need a third, and a third that agrees settles it", () => {
    expect(checkMeasurements(chest([955, 966])).findings).toMatchObject([
      { name: "chest", level: "ask", cause: { reason: "third-reading" } },
    ]);
    expect(checkMeasurements(chest([955, 965])).findings).toEqual([]);
    expect(checkMeasurements(chest([955, 966, 958])).findings).toEqual([]);
  });

  test("a change of more than 4 cm since the last profile is questioned", () => {
    expect(checkMeasurements(chest([960], 915)).findings).toMatchObject([
      { name: "chest", level: "ask", cause: { reason: "changed", previous: 915 } },
    ]);
    expect(checkMeasurements(chest([960], 925)).findings).toEqual([]);
  });
});

describe("estimating what is missing", () => {
  test("an estimate has a width, narrower the more is known, and only for measurements of a survey", () => {
    const few = new Map([["height", 1660]]);
    const more = new Map([...few, ["weight", 68_000], ["hips", 930]] as const);
    const [vague, close] = [few, more].map((known) =>
      estimateMeasurements(known, ["seat", "hpsToWaistBack"]),
    );
    expect([...(close?.keys() ?? [])]).toEqual(["seat"]);
    expect(close?.get("seat")?.value).toBeGreaterThan(970);
    expect(close?.get("seat")?.value).toBeLessThan(1070);
    expect(close?.get("seat")?.plusMinus).toBeLessThan((vague?.get("seat")?.plusMinus ?? 0) / 2);
    expect(estimateMeasurements(new Map(), ["seat"]).size).toBe(0);
  });
});
