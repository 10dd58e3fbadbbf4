import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measuredPerson } from "#tests/support/measurements.ts";
import {
  captureSteps,
  confirmReading,
  countedNames,
  firstStep,
  leftToDoText,
  missingTexts,
  nextReading,
  secondReadingsText,
  stepAfter,
  stepKey,
  unmeasured,
  valuesToCheck,
  withoutGiven,
} from "./capture-steps.ts";
import type { MeasurementName } from "./measurement-definitions.ts";
import { MEASUREMENTS, needsHelp } from "./measurement-definitions.ts";
import type { MeasurementProfile } from "./measurement-profile.ts";
import { addReading, newestReading, newProfile, readingText } from "./measurement-profile.ts";
import { GARMENT_NAMES, measurementSetOf } from "./required-measurements.ts";
import { derivedSlope } from "./shoulder-slope.ts";

const NOW = Date.parse("2026-11-18T12:00:00.000Z");
const nobody = newProfile(
  "0197b5f0-0000-7000-8000-000000000001",
  "Asha",
  new Date(NOW).toISOString(),
);

function read(
  profile: MeasurementProfile,
  name: MeasurementName,
  text: string,
  minutes = 0,
  unit: "cm" | "inches" = "cm",
): MeasurementProfile {
  const at = new Date(NOW + minutes * 60_000).toISOString();
  const added = addReading(profile, { name, text, unit, at, source: "self" }, { again: true });
  if (!added.ok) throw new Error(added.error);
  return added.value;
}

const SLOPE = { kind: "measurement", name: "shoulderSlope" };

const namesOf = (garment: string) => measurementSetOf(garment)?.required ?? [];

describe("the order of the guide", () => {
  test.each(GARMENT_NAMES)(
    "a %s: all landmarks on one screen first, then each measurement once, in order, and the slope after its drawing",
    (garment) => {
      const names = namesOf(garment);
      const steps = captureSteps(names);
      const kinds = steps.map(({ kind }) => kind);
      expect(kinds.lastIndexOf("landmarks")).toBe(0);
      const measured = steps.flatMap((step) => (step.kind === "measurement" ? [step.name] : []));
      const withoutSlope = names.filter((name) => name !== "shoulderSlope");
      expect(measured.filter((name) => name !== "shoulderSlope")).toEqual(withoutSlope);
      expect(new Set(measured)).toEqual(new Set(names));
      if (names.includes("shoulderSlope")) expect(steps.at(-1)).toMatchObject(SLOPE);
      const landmarks = steps.flatMap((step) => (step.kind === "landmarks" ? step.landmarks : []));
      expect(new Set(landmarks)).toEqual(
        new Set(names.flatMap((name) => MEASUREMENTS[name].landmarks)),
      );
      expect(new Set(steps.map(stepKey)).size).toBe(steps.length);
    },
  );

  test("only what hangs from the shoulders needs posture and shoulder shape", () => {
    const kindsOf = (garment: string) => captureSteps(namesOf(garment)).map(({ kind }) => kind);
    expect(kindsOf("shirt").slice(-3)).toEqual(["posture", "shoulders", "measurement"]);
    expect(new Set(kindsOf("pants"))).toEqual(new Set(["landmarks", "measurement"]));
  });

  test("whatever is entered or skipped, the guide ends, and every missing measurement was shown once", () => {
    const names = namesOf("suit");
    const steps = captureSteps(names);
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (choices) => {
        let profile = nobody;
        const shown: string[] = [];
        for (let at = firstStep(profile, steps, null); at !== null; ) {
          const step = steps[at];
          if (!step) throw new Error("A step is missing.");
          shown.push(stepKey(step));
          const isEntered = choices[shown.length];
          if (step.kind === "measurement" && isEntered) {
            while (nextReading(profile, step.name)) profile = read(profile, step.name, "50");
          }
          at = stepAfter(profile, steps, at);
        }
        expect(shown).toEqual(steps.map(stepKey));
      }),
    );
  });
});

describe("where the guide goes on", () => {
  const names = namesOf("shirt");
  const steps = captureSteps(names);

  test("somebody without readings begins with the landmarks, somebody else with what is missing", () => {
    expect(steps[firstStep(nobody, steps, null) ?? -1]?.kind).toBe("landmarks");
    const begun = measuredPerson("Asha", { height: 1_660, weight: 64_500, neck: 340 });
    expect(steps[firstStep(begun, steps, null) ?? -1]).toEqual({
      kind: "measurement",
      name: "shoulderToShoulder",
    });
  });

  test("landmarks that were found in this visit are not asked for again, and the screen comes back for a further one", () => {
    const isFound = (landmark: string) => landmark === "neckBase";
    const first = firstStep(nobody, steps, "landmarks", isFound) ?? -1;
    expect(steps[first]?.kind).toBe("landmarks");
    expect(stepAfter(nobody, steps, -1, isFound)).toBe(first);
    const everything = firstStep(nobody, steps, null, () => true) ?? -1;
    expect(steps[everything]?.kind).toBe("measurement");
  });

  test("the remembered step, unless another device has measured it meanwhile", () => {
    const begun = measuredPerson("Asha", { height: 1_660 });
    expect(steps[firstStep(begun, steps, "measurement:wrist") ?? -1]).toMatchObject({
      name: "wrist",
    });
    const after = read(begun, "wrist", "16");
    expect(steps[firstStep(after, steps, "measurement:wrist") ?? -1]).toMatchObject({
      name: "weight",
    });
  });

  test("nothing when everything is measured and chosen", () => {
    const at = new Date(NOW).toISOString();
    // The drawing of the shoulders gives the slope.
    let done: MeasurementProfile = {
      ...nobody,
      posture: { value: "average", at },
      shoulders: { value: "average", at },
    };
    for (const name of names) while (nextReading(done, name)) done = read(done, name, "50");
    expect(firstStep(done, steps, "measurement:wrist")).toBeNull();
    expect(unmeasured(done, names)).toEqual([]);
  });
});

describe("further readings", () => {
  test("two of them, and a third when they are more than a centimeter apart", () => {
    let person = read(nobody, "hpsToWaistBack", "41");
    expect(nextReading(person, "hpsToWaistBack")).toBe("again");
    expect(nextReading(read(person, "hpsToWaistBack", "42"), "hpsToWaistBack")).toBeNull();
    person = read(person, "hpsToWaistBack", "43.5");
    expect(nextReading(person, "hpsToWaistBack")).toBe("third");
    expect(nextReading(confirmReading(person, "hpsToWaistBack"), "hpsToWaistBack")).toBeNull();
    person = read(person, "hpsToWaistBack", "43");
    expect(nextReading(person, "hpsToWaistBack")).toBeNull();
    expect(valuesToCheck(person)).toEqual([
      { name: "hpsToWaistBack", readings: [435, 430], unit: "cm" },
    ]);
  });

  test("a corrected value of a measurement that is taken once does not count against the new one", () => {
    const person = read(read(nobody, "knee", "38"), "knee", "36.5", 1);
    expect(nextReading(person, "knee")).toBeNull();
    expect(valuesToCheck(person)).toEqual([{ name: "knee", readings: [365], unit: "cm" }]);
  });

  test("a value that nobody could have counts until it is entered anew, unless the person insists on it", () => {
    const mistyped = read(nobody, "chest", "38");
    expect(valuesToCheck(mistyped)).toEqual([{ name: "chest", readings: [380], unit: "cm" }]);
    const corrected = read(mistyped, "chest", "96.5", 1);
    expect(nextReading(corrected, "chest")).toBe("again");
    expect(valuesToCheck(corrected)).toEqual([{ name: "chest", readings: [965], unit: "cm" }]);
    const twice = read(corrected, "chest", "96", 2);
    expect(nextReading(twice, "chest")).toBeNull();
    const insisted = read(confirmReading(mistyped, "chest"), "chest", "96.5", 1);
    expect(nextReading(insisted, "chest")).toBe("third");
  });

  test("the last visit is history", () => {
    const person = read(read(nobody, "waistToHips", "11"), "waistToHips", "11.4", 1);
    const later = read(person, "waistToHips", "12", 60 * 24 * 30);
    expect(valuesToCheck(later)).toEqual([
      { name: "waistToHips", readings: [120], unit: "cm", previous: 114 },
    ]);
  });

  test("confirming changes the newest reading only", () => {
    const person = confirmReading(read(read(nobody, "chest", "96"), "chest", "97", 1), "chest");
    expect(person.readings.chest?.map(({ confirmed }) => confirmed)).toEqual([false, true]);
  });
});

test("toggling the unit any number of times and entering what is shown changes no stored value", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 500, max: 2_000 }),
      fc.array(fc.constantFrom("cm" as const, "inches" as const), { maxLength: 8 }),
      (mm, units) => {
        const person = read(nobody, "chest", String(mm / 10));
        const after = units.reduce((profile, unit) => {
          const reading = newestReading(profile, "chest");
          if (!reading) throw new Error("The reading is gone.");
          const text = readingText("chest", reading, unit);
          const at = new Date(NOW + 60_000).toISOString();
          const added = addReading(profile, { name: "chest", text, unit, at, source: "self" });
          return added.ok ? added.value : profile;
        }, person);
        expect(after).toEqual(person);
      },
    ),
  );
});

describe("alone or with help", () => {
  const names = namesOf("shirt");
  const alone = captureSteps(names, "alone");
  const measured = alone.flatMap((step) => (step.kind === "measurement" ? [step.name] : []));

  test("alone what is hard to reach comes last", () => {
    const first = measured.findIndex(needsHelp);
    expect(measured.slice(0, first).some(needsHelp)).toBe(false);
    expect(measured.slice(first).every(needsHelp)).toBe(true);
    expect(new Set(measured)).toEqual(new Set(names));
  });

  test.each(["alone", "with help"] as const)(
    "%s the chosen drawing of the shoulders stands for the slope, and without one it is measured",
    (help) => {
      const steps = captureSteps(names, help);
      const at = new Date(NOW).toISOString();
      const shoulders = steps.findIndex(({ kind }) => kind === "shoulders");
      const chosen: MeasurementProfile = { ...nobody, shoulders: { value: "sloping", at } };
      expect(steps[stepAfter(nobody, steps, shoulders) ?? -1]).toEqual(SLOPE);
      expect(stepAfter(chosen, steps, shoulders)).toBeNull();
      expect(withoutGiven(names)).not.toContain("shoulderSlope");
    },
  );

  test("the slope counts as a measurement only where the drawing does not give it", () => {
    const pair = ["shoulderToShoulder", "shoulderSlope"] as const;
    const at = new Date(NOW).toISOString();
    expect(countedNames(nobody, pair)).toEqual(["shoulderToShoulder"]);
    const undrawn = read(nobody, "shoulderToShoulder", "39");
    expect(countedNames(undrawn, pair)).toEqual(pair);
    const drawn: MeasurementProfile = { ...undrawn, shoulders: { value: "average", at } };
    expect(countedNames(drawn, pair)).toEqual(["shoulderToShoulder"]);
    expect(unmeasured(drawn, countedNames(drawn, pair))).toEqual([]);
    expect(countedNames(read(drawn, "shoulderSlope", "20"), pair)).toEqual(pair);
    expect(countedNames(nobody, ["waist"])).toEqual(["waist"]);
  });

  test("readings that one person can hardly take may be two centimeters apart", () => {
    const at = new Date(NOW).toISOString();
    const helped = read(read(nobody, "hpsToWaistBack", "41"), "hpsToWaistBack", "42.8", 1);
    expect(nextReading(helped, "hpsToWaistBack")).toBe("third");
    const single: MeasurementProfile = { ...helped, help: { value: "alone", at } };
    expect(nextReading(single, "hpsToWaistBack")).toBeNull();
    expect(valuesToCheck(single)).toEqual([
      { name: "hpsToWaistBack", readings: [410, 428], unit: "cm", isAlone: true },
    ]);
    const chest = read(read(single, "chest", "96", 2), "chest", "98", 3);
    expect(nextReading(chest, "chest")).toBe("third");
  });
});

describe("the shoulder slope", () => {
  const at = new Date(NOW).toISOString();
  const sloping: MeasurementProfile = { ...nobody, shoulders: { value: "sloping", at } };

  test("is that of the chosen drawing, with its plus or minus, until it is measured", () => {
    expect(nextReading(nobody, "shoulderSlope")).toBe("first");
    expect(derivedSlope(nobody)).toBeNull();
    expect(nextReading(sloping, "shoulderSlope")).toBeNull();
    expect(derivedSlope(sloping)).toEqual({ value: 25, plusMinus: 4 });
    expect(derivedSlope(read(sloping, "shoulderSlope", "21"))).toBeNull();
  });
});

test("what is missing is named, and a second reading is called one", () => {
  const begun = read(nobody, "seat", "98");
  expect(missingTexts(begun, ["seat", "waistToKnee", "waistBack"])).toEqual([
    "seat once more",
    "waist to knee",
    "waist, back",
  ]);
});

test("who was measured before girths were read twice is told what is left and why, and nothing else is lost", () => {
  const names = ["seat", "waist", "waistToKnee"] as const;
  const before = measuredPerson("Asha", { seat: 980, waist: 740, waistToKnee: 580 });
  expect(secondReadingsText(before, names)).toBe(
    "Everything measured so far stays. Only a second reading is left, of the seat and waist: a slip of the tape shows in no other way, and the garment is cut to it.",
  );
  expect(secondReadingsText(before, [...names, "knee"])).toBeNull();
  expect(secondReadingsText(read(read(before, "seat", "98"), "waist", "74"), names)).toBeNull();
});

test("a sentence names up to six things that are left, and of more the first three and a count", () => {
  const many = ["height", "weight", "neck", "chest", "waist", "seat", "knee"];
  expect(leftToDoText(many.slice(0, 6))).toBe("height; weight; neck; chest; waist; seat");
  expect(leftToDoText(many)).toBe("height; weight; neck and 4 more");
});
