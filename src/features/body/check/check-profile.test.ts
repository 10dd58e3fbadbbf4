import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatLength, parseLength } from "#features/body/measurement/length-text.ts";
import {
  MEASUREMENT_NAMES,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import { checkMeasurements, checkSurveyProfile, estimateMeasurements } from "./check-engine.ts";
import { checkMessage } from "./check-messages.ts";
import type { ProfileValue } from "./check-profile.ts";
import { valueOfReadings } from "./reading-history.ts";
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
    ["weight", 700_000, "mm-entered-as-cm"],
    ["weight", 150_000, "too-large"],
    ["seat", 510, "halved"],
    ["wrist", 316, "doubled"],
    ["inseam", 7600, "mm-entered-as-cm"],
    ["seat", 1200, "digits-swapped"],
  ])("%s of %d is named as %s", (name, value, reason) => {
    expect(findingsOf({ [name]: value })[0]).toMatchObject({ name, cause: { reason } });
  });

  test.each([
    ["chest", 394, "inches", "inches-entered-as-cm"],
    ["wrist", 406, "cm", "cm-entered-as-inches"],
  ] as const)(
    "%s of %d mm from a field in %s is questioned, and not as %s",
    (name, value, unit, reason) => {
      const values = valuesOf({ ...PROFILE, [name]: value });
      const reasonsOf = (entered: readonly ProfileValue[]) =>
        checkMeasurements(entered).findings.map(({ cause }) => cause.reason);
      expect(reasonsOf(values)).toContain(reason);
      const reasons = reasonsOf(values.map((each) => ({ ...each, unit })));
      expect(reasons).not.toContain(reason);
      expect(reasons.length).toBeGreaterThan(0);
    },
  );

  test("two digits are swapped in the unit that was entered", () => {
    const causeOf = (seat: number, unit: "cm" | "inches") => {
      const values = valuesOf({ ...PROFILE, seat }).map((each) => ({ ...each, unit }));
      return checkMeasurements(values).findings.find(({ name }) => name === "seat")?.cause;
    };
    // 14 1/2 for 41 1/2.
    expect(causeOf(368, "inches")).toEqual({ reason: "digits-swapped", suggested: 1054 });
    expect(causeOf(1200, "cm")).toEqual({ reason: "digits-swapped", suggested: 1020 });
  });

  test("two values in each other's field are both named", () => {
    const findings = findingsOf({ wrist: PROFILE.knee ?? 0, knee: PROFILE.wrist ?? 0 });
    expect(findings.map(({ name }) => name).sort()).toEqual(["knee", "wrist"]);
    expect(findings.map(({ cause }) => cause.reason)).toEqual(["exchanged", "exchanged"]);
  });

  test("a unit is suspected only when the corrected value is possible and the entered one is not", () => {
    const names = fc.constantFrom(...MEASUREMENT_NAMES);
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 4_000 }), (name, value) => {
        const { range } = MEASUREMENTS[name];
        const entered = name === "weight" ? value * 100 : value;
        const found = findingsOf({ [name]: entered }).find((each) => each.name === name);
        if (!found || !/entered-as-(cm|inches|kg|pounds)/.test(found.cause.reason)) return;
        if (!("suggested" in found.cause) || found.cause.reason === "mm-entered-as-cm") return;
        const { suggested } = found.cause;
        expect(entered < range.from || entered > range.to).toBe(true);
        expect(suggested >= range.from - 1 && suggested <= range.to + 1).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test("a measurement that no survey has is compared with its neighbours, and outside its range with its height", () => {
    expect(findingsOf({ waistToSeat: 230, waistToHips: 20 })).toMatchObject([
      { name: "waistToHips", level: "ask", cause: { reason: "proportion", other: "height" } },
    ]);
    expect(findingsOf({ hpsToWaistBack: 165 })).toMatchObject([
      { name: "hpsToWaistBack", level: "stop", cause: { reason: "inches-entered-as-cm" } },
    ]);
    expect(findingsOf({ hpsToWaistBack: 720 })).toMatchObject([
      { name: "hpsToWaistBack", level: "stop", cause: { reason: "impossible" } },
    ]);
  });

  test.each([
    ["waistToHips", 25],
    ["waistToSeat", 110],
    ["waistToArmpit", 110],
    ["underbust", 640],
    ["bustSpan", 110],
    ["waistBack", 300],
    ["seatBack", 430],
  ])("a %s of %d mm is too little beside the others, and is asked about", (name, value) => {
    expect(findingsOf({ [name]: value })).toMatchObject([
      { name, level: "ask", cause: { reason: "proportion", isMore: false } },
    ]);
  });
});

describe("of two values that contradict each other", () => {
  const DRESS = { highBust: 900, underbust: 800, bustSpan: 178, waistBack: 395 };

  test("the one that fits the others least is named, whichever was entered first", () => {
    const [part] = findingsOf({ ...DRESS, waistBack: 520 });
    expect(part).toMatchObject({ name: "waistBack", cause: { other: "waist", isMore: true } });
    const [whole] = findingsOf({ ...DRESS, chest: 860 });
    expect(whole?.name).toBe("chest");
    expect(findingsOf({ highBust: 760 })).toMatchObject([{ name: "highBust", level: "stop" }]);
  });

  test("the sentence names the neighbour, and says more or less of the value that is asked about", () => {
    const noticeOf = (changes: Readonly<Record<string, number>>) => {
      const [finding] = findingsOf(changes);
      return finding && checkMessage(finding, "cm").notice;
    };
    expect(noticeOf({ waistBack: 520 })).toBe("This is more than the waist suggests.");
    expect(noticeOf({ waistBack: 300 })).toBe("This is less than the waist suggests.");
    const onlyThese = (values: Readonly<Record<string, number>>) => {
      const [finding] = checkMeasurements(valuesOf(values)).findings;
      return finding && [finding.name, checkMessage(finding, "cm").notice];
    };
    const valueFirst = { shoulderToElbow: 420, shoulderToWrist: 380 };
    const neighbourFirst = { shoulderToWrist: 380, shoulderToElbow: 420 };
    expect(onlyThese(valueFirst)).toEqual(onlyThese(neighbourFirst));
    expect(onlyThese({ hpsToBust: 300, hpsToWaistFront: 320 })).toEqual([
      "hpsToBust",
      "This is more than the neck to waist, front suggests.",
    ]);
  });
});

describe("the words", () => {
  const messageOf = (name: string, value: number, unit: "cm" | "inches") => {
    const found = findingsOf({ [name]: value }).find((each) => each.name === name);
    return found && checkMessage(found, unit).notice;
  };

  test("a slope is in degrees, a weight in kilograms or pounds", () => {
    expect(messageOf("shoulderSlope", 60, "inches")).toBe("This should be between 0° and 40°.");
    expect(messageOf("weight", 700_000, "cm")).toBe(
      "The decimal point may be in the wrong position. Did you mean 70 kg?",
    );
    expect(messageOf("weight", 9_000, "inches")).toBe(
      "This should be between 59.5 lb and 705.5 lb.",
    );
  });

  test("only what the tape goes around can be half of it", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MEASUREMENT_NAMES),
        fc.integer({ min: 20, max: 1_500 }),
        (name, value) => {
          const text = messageOf(name, value, "cm") ?? "";
          if (MEASUREMENTS[name].kind !== "girth") expect(text).not.toContain("around");
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a value that stands alone is compared with nobody's other measurements", () => {
    const [finding] = checkMeasurements(valuesOf({ neck: 600 })).findings;
    expect(finding && checkMessage(finding, "cm").notice).toBe(
      "This is more than nearly everybody has.",
    );
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

  test("a third reading is checked like the first, and chosen against the other two", () => {
    expect(checkMeasurements(chest([955, 966, 380])).findings).toMatchObject([
      { name: "chest", level: "stop", cause: { reason: "inches-entered-as-cm", suggested: 965 } },
    ]);
    expect(checkMeasurements(chest([940, 980, 1_060])).findings).toMatchObject([
      { name: "chest", level: "ask", cause: { reason: "readings-apart" } },
    ]);
    expect(valueOfReadings([940, 1_060, 1_065])).toBe(1_062.5);
    expect(valueOfReadings([940, 1_060, 945])).toBe(942.5);
  });

  test("how far readings may be apart is said in the person's unit", () => {
    const [finding] = checkMeasurements(chest([955, 966])).findings;
    const noticeIn = (unit: "cm" | "inches") => finding && checkMessage(finding, unit).notice;
    expect(noticeIn("cm")).toBe("The two readings differ by more than 1 cm.");
    expect(noticeIn("inches")).toBe("The two readings differ by more than 3/8 in.");
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
