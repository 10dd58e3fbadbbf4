import { describe, expect, test } from "vitest";
import { openWork } from "#features/body/check/open-work.ts";
import { confirmReading } from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import { fullyMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { measuredFit } from "./measured-fit.ts";

const SHIRT = measurementSetOf("shirt") ?? { required: [], optional: [] };
const asha = fullyMeasured("Asha", SHIRT_BODY);

/** The person with other readings of one measurement, in millimetres or degrees. */
function withReadings(name: MeasurementName, values: readonly number[]): MeasurementProfile {
  const [first] = asha.readings[name] ?? [];
  if (!first) throw new Error("There is no reading to change.");
  const readings = values.map((value, index) => ({
    ...first,
    value,
    at: new Date(Date.parse(first.at) + index * 60_000).toISOString(),
  }));
  return { ...asha, readings: { ...asha.readings, [name]: readings } };
}

/** What is open for a shirt; the same person can be ordered for exactly when nothing is. */
function openFor(person: MeasurementProfile): readonly string[] {
  const open = openWork(person, SHIRT.required);
  expect("fit" in measuredFit(person, SHIRT)).toBe(open.length === 0);
  return open;
}

describe("done for a garment is only what it can be ordered with", () => {
  test("a person with every reading and no question is done", () => {
    expect(openFor(asha)).toEqual([]);
  });

  test("a missing measurement and a missing second reading are named", () => {
    const { wrist: _, ...others } = asha.readings;
    expect(openFor({ ...asha, readings: others })).toEqual(["wrist"]);
    expect(openFor(withReadings("chest", [980]))).toEqual(["chest once more"]);
    expect(openFor(withReadings("chest", [980, 1_000]))).toEqual(["chest once more"]);
  });

  test("a question is open until the person keeps the value", () => {
    const doubtful = withReadings("wrist", [370]);
    expect(openFor(doubtful)).toEqual(["the question about the wrist"]);
    expect(openFor(confirmReading(doubtful, "wrist"))).toEqual([]);
    const apart = withReadings("chest", [960, 980, 1_000]);
    expect(openFor(apart)).toEqual(["the question about the chest"]);
    expect(openFor(confirmReading(apart, "chest"))).toEqual([]);
  });

  test("a chosen drawing of the shoulders stands for the slope, and the garment says so", () => {
    const { shoulderSlope: _, ...others } = asha.readings;
    const unmeasured: MeasurementProfile = { ...asha, readings: others };
    expect(openFor(unmeasured)).toEqual(["shoulder slope"]);
    const at = "2026-11-18T12:00:00.000Z";
    const square: MeasurementProfile = { ...unmeasured, shoulders: { value: "square", at } };
    expect(openFor(square)).toEqual([]);
    expect(measuredFit(square, SHIRT)).toMatchObject({
      fit: { measurements: { shoulderSlope: { value: 11, plusMinus: 4, confirmed: false } } },
    });
    expect(measuredFit(asha, SHIRT)).toMatchObject({
      fit: { measurements: { shoulderSlope: { value: 13, confirmed: false } } },
    });
  });
});
