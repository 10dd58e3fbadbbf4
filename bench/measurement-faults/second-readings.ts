import type { BodyModel } from "#features/body/check/body-model.ts";
import type { CheckResult, ProfileValue } from "#features/body/check/check-profile.ts";
import { checkWithin } from "#features/body/check/check-profile.ts";
import { shopColumn } from "#features/body/check/measurement-columns.ts";
import type { GarmentName } from "#features/body/measurement/required-measurements.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import type { CompletePerson } from "../../scripts/body-model/complete-people.ts";
import { shopReadingsOf } from "../../scripts/body-model/shop-profile.ts";

/** The measurements that a customer reads twice, and how far two readings may be apart; written down here as the judge knows them. */
const READ_TWICE = [
  "highBust",
  "chest",
  "waist",
  "seat",
  "hpsToWaistBack",
  "waistToArmpit",
  "waistToHips",
];
const APART_MM = 10;

type Readings = ReadonlyMap<string, readonly number[]>;

/** One reading that is drawn again with a new error of the tape. */
const reading = (person: CompletePerson, name: string, random: () => number): number =>
  Math.round(shopReadingsOf(person, random)[name] ?? 0);

/** A careful person's readings: two of what is read twice, and a third where the two are apart. */
function carefulReadings(
  person: CompletePerson,
  garment: GarmentName,
  random: () => number,
): Map<string, number[]> {
  const first = shopReadingsOf(person, random);
  const second = shopReadingsOf(person, random);
  const third = shopReadingsOf(person, random);
  const names: readonly string[] = measurementSetOf(garment)?.required ?? [];
  const readings = new Map<string, number[]>();
  for (const name of names) {
    const own = first[name];
    if (own === undefined) continue;
    const again = second[name] ?? own;
    if (!READ_TWICE.includes(name)) readings.set(name, [own]);
    else if (Math.abs(own - again) <= APART_MM) readings.set(name, [own, again]);
    else readings.set(name, [own, again, third[name] ?? own]);
  }
  return readings;
}

const asValues = (readings: Readings): ProfileValue[] =>
  [...readings].map(([name, values]) => ({ name, readings: values }));

/** Readings that disagree are asked for once more by the guide itself, and are no question. */
const isQuestion = ({ findings }: CheckResult) =>
  findings.some(
    ({ cause }) => cause.reason !== "third-reading" && cause.reason !== "readings-apart",
  );

export type Shares = { readonly questioned: number; readonly stopped: number };

export function correctProfiles(
  model: BodyModel,
  people: readonly CompletePerson[],
  garment: GarmentName,
  share: number,
  random: () => number,
): Shares {
  let questioned = 0;
  let stopped = 0;
  for (const person of people) {
    const values = asValues(carefulReadings(person, garment, random));
    const result = checkWithin(model, values, shopColumn, share);
    if (isQuestion(result)) questioned += 1;
    if (result.findings.some(({ level }) => level === "stop")) stopped += 1;
  }
  return { questioned: questioned / people.length, stopped: stopped / people.length };
}

/**
 * How many errors of 10 cm at a girth are noticed. "slip": in one of the two readings, as a tape that hangs low once; it counts as
 * noticed when a third reading is asked for or the value is questioned. "landmark": in both, as a tape in the wrong place.
 */
export function noticedGirths(
  model: BodyModel,
  people: readonly CompletePerson[],
  garment: GarmentName,
  { girth, isInBoth, share }: { girth: string; isInBoth: boolean; share: number },
  random: () => number,
): number {
  let count = 0;
  let noticed = 0;
  for (const person of people) {
    const readings = carefulReadings(person, garment, random);
    if (!readings.has(girth)) continue;
    const error = random() < 0.5 ? 100 : -100;
    const first = reading(person, girth, random) + error;
    const second = reading(person, girth, random) + (isInBoth ? error : 0);
    readings.set(girth, [first, second]);
    const { findings } = checkWithin(model, asValues(readings), shopColumn, share);
    count += 1;
    const own = findings.some(
      ({ name, cause }) => name === girth && cause.reason === "third-reading",
    );
    if (own && !isInBoth) noticed += 1;
    else if (isQuestion({ findings, confidence: new Map() })) noticed += 1;
  }
  return noticed / Math.max(1, count);
}
