import type { Page } from "@playwright/test";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type {
  MeasurementProfile,
  Reading,
} from "#features/body/measurement/measurement-profile.ts";
import { readingsNeeded } from "#features/body/measurement/required-measurements.ts";
import { measuredPerson } from "../measurements.ts";

/** What a shirt needs, of a person whom the check engine asks nothing; in millimetres and grams. */
export const SHIRT_BODY = {
  height: 1_740,
  weight: 72_000,
  neck: 385,
  shoulderToShoulder: 430,
  shoulderSlope: 13,
  biceps: 315,
  chest: 980,
  hpsToBust: 265,
  hpsToWaistBack: 455,
  waistToArmpit: 240,
  waistToHips: 125,
  waist: 850,
  hips: 930,
  seat: 980,
  waistToSeat: 220,
  shoulderToWrist: 620,
  wrist: 170,
} satisfies Partial<Record<MeasurementName, number>>;

/** The same person for a suit. */
export const SUIT_BODY = {
  ...SHIRT_BODY,
  shoulderToElbow: 350,
  waistBack: 420,
  seatBack: 510,
  crossSeam: 740,
  crossSeamFront: 360,
  knee: 375,
  upperLeg: 560,
  inseam: 790,
  waistToUpperLeg: 290,
  waistToKnee: 600,
  waistToFloor: 1_050,
} satisfies Partial<Record<MeasurementName, number>>;

/** What a dress of a woven bodice and a circle skirt needs, of a measured woman (person A485 of the surveys). */
export const DRESS_BODY = {
  height: 1_604,
  weight: 58_000,
  neck: 313,
  shoulderToShoulder: 390,
  shoulderSlope: 14,
  shoulderToWrist: 547,
  biceps: 280,
  wrist: 155,
  highBust: 813,
  chest: 863,
  bustSpan: 160,
  underbust: 731,
  waist: 733,
  waistBack: 369,
  hips: 812,
  seat: 964,
  seatBack: 495,
  hpsToBust: 301,
  hpsToWaistFront: 386,
  hpsToWaistBack: 391,
  waistToArmpit: 189,
  waistToHips: 56,
  waistToSeat: 179,
  waistToKnee: 582,
  waistToFloor: 1_005,
} satisfies Partial<Record<MeasurementName, number>>;

/** A person as the guide stores them: each value is read as often as it is needed. */
export function fullyMeasured(
  label: string,
  values: Partial<Record<MeasurementName, number>>,
): MeasurementProfile {
  const person = measuredPerson(label, values);
  const readings = Object.entries(person.readings).map(([name, [reading]]) => {
    const { at } = reading as Reading;
    const times = Array.from({ length: readingsNeeded(name as MeasurementName) }, (_, index) =>
      new Date(Date.parse(at) + index * 60_000).toISOString(),
    );
    return [name, times.map((time) => ({ ...reading, at: time }))];
  });
  return { ...person, readings: Object.fromEntries(readings) };
}

/** Stores a person in the browser as versions before sealing did, with a mannequin chosen in the guide; the next page seals both. They measure in centimeters. */
export async function haveMeasured(
  page: Page,
  label: string,
  values: Partial<Record<MeasurementName, number>>,
): Promise<void> {
  const profile = fullyMeasured(label, values);
  const people = [{ profile, owner: null, revision: null, unsent: true }];
  const stored = {
    "measured-people": { people, account: null, consent: null },
    "measuring-guide": { [profile.id]: { mannequin: "man", step: null, draft: null } },
  };
  // The origin's lightest URL.
  await page.goto("/robots.txt");
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) {
      localStorage.setItem(key, JSON.stringify(value));
    }
    localStorage.setItem("measurement-unit", "cm");
  }, stored);
}
