import type { ProfileValue } from "#features/body/check/check-profile.ts";
import type { GarmentName } from "#features/body/measurement/required-measurements.ts";
import {
  GARMENT_NAMES,
  measurementSetOf,
} from "#features/body/measurement/required-measurements.ts";
import type { CompletePerson } from "../../scripts/body-model/complete-people.ts";
import { integerBelow } from "../../scripts/body-model/random.ts";
import { shopReadingsOf } from "../../scripts/body-model/shop-profile.ts";

/** What can happen between a tape and a form. */
export const FAULT_KINDS = [
  "10 cm more",
  "10 cm less",
  "neighbour",
  "inches",
  "centimeters",
  "point",
  "digit",
  "swapped digits",
  "digit lost",
  "another landmark",
  "half",
  "double",
  "one of two readings",
  "third reading",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A profile with one fault; values are in the shop's units (mm, degrees, grams). */
export type WrongEntry = {
  readonly kind: FaultKind;
  readonly garment: GarmentName;
  readonly sex: CompletePerson["sex"];
  readonly unit: "cm" | "inches";
  /** Whether more values follow: the fault is then the last value, or one of the two before the last. */
  readonly stage: "entry" | "complete";
  readonly values: readonly ProfileValue[];
  /** What a careful tape reads, of every measurement of the profile. */
  readonly truth: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
};

/** The measurement, and another one whose landmark is easily taken for its own. */
const LANDMARKS_MISTAKEN: readonly (readonly [string, string])[] = [
  ["waist", "hips"],
  ["hips", "waist"],
  ["hips", "seat"],
  ["seat", "hips"],
  ["chest", "highBust"],
  ["highBust", "chest"],
  ["underbust", "waist"],
  ["chest", "underbust"],
  ["waistToHips", "waistToSeat"],
  ["waistToSeat", "waistToHips"],
  ["waistToSeat", "waistToUpperLeg"],
  ["waistToFloor", "inseam"],
  ["inseam", "waistToFloor"],
  ["waistToKnee", "waistToFloor"],
  ["shoulderToWrist", "shoulderToElbow"],
  ["hpsToWaistBack", "hpsToBust"],
  ["hpsToWaistFront", "hpsToBust"],
  ["waistBack", "waist"],
  ["seatBack", "seat"],
  ["crossSeam", "crossSeamFront"],
  ["upperLeg", "knee"],
  ["bustSpan", "shoulderToShoulder"],
  ["wrist", "biceps"],
];

const GIRTHS_READ_TWICE = ["chest", "highBust", "waist", "seat"];
const INCH = 2.54;
const POUND = 2.2046;

const isWeight = (name: string) => name === "weight";
const isSlope = (name: string) => name === "shoulderSlope";
/** The digits that a person types: millimetres as tenths of a centimetre, tenths of a kilogram, degrees. */
const perDigit = (name: string) => (isWeight(name) ? 100 : 1);

function withDigits(name: string, value: number, change: (digits: string[]) => string[]): number {
  const digits = [...String(Math.round(value / perDigit(name)))];
  return Number(change(digits).join("")) * perDigit(name);
}

function changedDigits(kind: FaultKind, name: string, value: number, random: () => number): number {
  return withDigits(name, value, (digits) => {
    const index = integerBelow(Math.max(1, digits.length - 1), random);
    if (kind === "digit lost") return digits.filter((_, at) => at !== index);
    if (kind === "digit") return digits.with(index, String(integerBelow(10, random)));
    return digits.map((digit, at) =>
      at === index
        ? (digits[at + 1] ?? digit)
        : at === index + 1
          ? (digits[index] ?? digit)
          : digit,
    );
  });
}

type Wrong = (name: string, value: number, random: () => number) => number | null;

const ofTape =
  (change: (value: number) => number): Wrong =>
  (name, value) =>
    isWeight(name) || isSlope(name) ? null : change(value);

const ofUnit =
  (length: number, weight: number): Wrong =>
  (name, value) => {
    if (isSlope(name)) return null;
    return value * (isWeight(name) ? weight : length);
  };

const ofDigits =
  (kind: FaultKind): Wrong =>
  (name, value, random) =>
    changedDigits(kind, name, value, random);

/** The wrong value of one measurement; null where the fault cannot happen to it. */
const WRONG: Readonly<Partial<Record<FaultKind, Wrong>>> = {
  "10 cm more": ofTape((value) => value + 100),
  "10 cm less": ofTape((value) => value - 100),
  inches: ofUnit(1 / INCH, POUND),
  centimeters: ofUnit(INCH, 1 / POUND),
  point: (_, value, random) => (random() < 0.5 ? value * 10 : value / 10),
  digit: ofDigits("digit"),
  "swapped digits": ofDigits("swapped digits"),
  "digit lost": ofDigits("digit lost"),
  half: (_, value) => value / 2,
  double: (_, value) => value * 2,
};

type Changed = {
  readonly values: ReadonlyMap<string, readonly number[]>;
  readonly wrong: string[];
};

type Truth = ReadonlyMap<string, number>;

const choose = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[integerBelow(items.length, random)];

/** The measurement whose row the value of another one is entered in as well, or instead. */
function withTwoRows(kind: FaultKind, truth: Truth, random: () => number): Changed | null {
  const values = new Map([...truth].map(([name, value]) => [name, [value]]));
  const names = [...truth.keys()];
  const index = integerBelow(names.length, random);
  const isNeighbour = kind === "neighbour";
  const [own, other] = isNeighbour
    ? [names[index], names[(index + 1) % names.length]]
    : (choose(LANDMARKS_MISTAKEN, random) ?? []);
  if (!own || !other || !truth.has(own) || !truth.has(other)) return null;
  values.set(own, [truth.get(other) ?? 0]);
  if (!isNeighbour) return { values, wrong: [own] };
  return { values: values.set(other, [truth.get(own) ?? 0]), wrong: [own, other] };
}

/** One bad reading among two, or the third after two that disagree. */
function withBadReading(kind: FaultKind, truth: Truth, random: () => number): Changed | null {
  const girth = choose(
    GIRTHS_READ_TWICE.filter((name) => truth.has(name)),
    random,
  );
  if (!girth) return null;
  const own = truth.get(girth) ?? 0;
  const fault = choose(["10 cm more", "inches", "digit", "half", "point"] as const, random);
  const bad = (fault && WRONG[fault]?.(girth, own, random)) ?? own;
  const readings = kind === "third reading" ? [own - 12, own + 12, bad] : [own, bad];
  const values = new Map<string, readonly number[]>(
    [...truth].map(([name, value]) => [name, [value]]),
  );
  return { values: values.set(girth, readings), wrong: [girth] };
}

function withOneWrong(kind: FaultKind, truth: Truth, random: () => number): Changed | null {
  if (kind === "neighbour" || kind === "another landmark") return withTwoRows(kind, truth, random);
  if (kind === "one of two readings" || kind === "third reading") {
    return withBadReading(kind, truth, random);
  }
  const name = choose([...truth.keys()], random) ?? "";
  const bad = WRONG[kind]?.(name, truth.get(name) ?? 0, random) ?? null;
  if (bad === null) return null;
  const values = new Map([...truth].map(([each, value]) => [each, [value]]));
  return { values: values.set(name, [bad]), wrong: [name] };
}

/** The person's set for a garment, as a careful tape reads it. */
function truthOf(
  person: CompletePerson,
  garment: GarmentName,
  random: () => number,
): Map<string, number> {
  const readings = shopReadingsOf(person, random);
  const names: readonly string[] = measurementSetOf(garment)?.required ?? [];
  return new Map(
    names.flatMap((name) => {
      const reading = readings[name];
      if (reading === undefined) return [];
      return [[name, isWeight(name) ? Math.round(reading * 1_000) : reading] as const];
    }),
  );
}

function wrongEntry(
  person: CompletePerson,
  kind: FaultKind,
  random: () => number,
): WrongEntry | null {
  const garment = GARMENT_NAMES[integerBelow(GARMENT_NAMES.length, random)] ?? "shirt";
  const truth = truthOf(person, garment, random);
  const changed = withOneWrong(kind, truth, random);
  if (!changed) return null;
  const isChanged = changed.wrong.some((name) =>
    changed.values.get(name)?.some((value) => Math.abs(value - (truth.get(name) ?? 0)) > 4),
  );
  const arePossibleNumbers = changed.wrong.every((name) =>
    changed.values.get(name)?.every((value) => Math.round(value) > 0),
  );
  if (!isChanged || !arePossibleNumbers) return null;
  const names = [...truth.keys()];
  const stage = random() < 0.5 ? "entry" : "complete";
  const last = Math.max(...changed.wrong.map((name) => names.indexOf(name)));
  const entered = stage === "complete" ? names : names.slice(0, last + 1 + integerBelow(3, random));
  return {
    kind,
    garment,
    sex: person.sex,
    unit: random() < 0.5 ? "cm" : "inches",
    stage,
    truth,
    wrong: changed.wrong,
    values: entered.map((name) => ({
      name,
      readings: (changed.values.get(name) ?? []).map(Math.round),
    })),
  };
}

/** `count` wrong entries of the people, every kind as often as the others. */
export function wrongEntries(
  people: readonly CompletePerson[],
  count: number,
  random: () => number,
): WrongEntry[] {
  const entries: WrongEntry[] = [];
  while (entries.length < count) {
    const kind = FAULT_KINDS[entries.length % FAULT_KINDS.length] ?? "half";
    const person = people[integerBelow(people.length, random)];
    const entry = person && wrongEntry(person, kind, random);
    if (entry) entries.push(entry);
  }
  return entries;
}
