import { at } from "#features/body/check/matrix.ts";
import type { SurveyColumn } from "#features/body/check/survey-columns.ts";
import { integerBelow, seededRandom } from "../../scripts/body-model/random.ts";
import type { Regression } from "../../scripts/body-model/regression.ts";
import { fitRegression } from "../../scripts/body-model/regression.ts";
import type { Person } from "../../scripts/body-model/surveys.ts";
import { readSurvey } from "../../scripts/body-model/surveys.ts";
import type { Measurements } from "./measurements.ts";
import { measurementsOf } from "./measurements.ts";

/**
 * Where the landmarks lie: `derived` from the survey; `tape`, the armpit 25 mm lower and the shoulders sloping 13
 * degrees on average, as a tape finds them; `highWaist`, the waist at 5.5 % of the height above the hips.
 */
export type LandmarkVersion = "derived" | "tape" | "highWaist";

/** Whom a design is made for. */
export type Wearers = "women" | "men" | "both";

/** `id`: survey and row, then the version: `A17-tape`. */
export type DraftPerson = {
  readonly id: string;
  readonly sex: "f" | "m";
  readonly heightMm: number;
  readonly bmi: number;
  readonly measurements: Measurements;
};

type Row = { readonly id: string; readonly person: Person };

const COMMON: readonly SurveyColumn[] = ["height", "weight", "hips", "seat"];
/** What the second survey lacks. */
const COMPLETED: readonly SurveyColumn[] = [
  "neck",
  "neckBase",
  "chest",
  "biceps",
  "wrist",
  "upperLeg",
  "aboveKnee",
  "ankle",
  "shoulderLength",
  "shoulderBreadth",
  "shoulderToElbow",
  "shoulderToWrist",
  "napeToHips",
  "napeToFloor",
  "shoulderToFloor",
  "armpitToFloor",
  "chestToFloor",
  "hipsToFloor",
  "seatToFloor",
  "inseam",
  "kneeToFloor",
  "crotchAtHips",
  "crotchBackAtHips",
];
/** Their smallest and largest people are always in the sample. */
const EXTREMES = ["height", "weight", "chest", "hips", "seat", "biceps"] as const;
const PER_EXTREME = 3;
const HEIGHT_BANDS = 20;
const HEAVY_BMI = 35;
const TAPE_SLOPE_DEGREES = 13;

const columnOf = (person: Person, column: SurveyColumn) => person.values[column] ?? Number.NaN;
const bmiOf = (person: Person) =>
  columnOf(person, "weight") / (columnOf(person, "height") / 1_000) ** 2;

/** Both halves, in the order of the file. */
function readRows(file: "measured-33" | "measured-7", prefix: string): Row[] {
  const halves = (["odd", "even"] as const).map((half, offset) =>
    readSurvey(file, half).map((person, index) => ({ row: 2 * index + offset, person })),
  );
  return halves
    .flat()
    .sort((a, b) => a.row - b.row)
    .map(({ row, person }) => ({ id: `${prefix}${row}`, person }));
}

/** The extremes, then evenly along BMI in each band of height. */
function spreadOver(rows: readonly Row[], count: number): Row[] {
  const chosen = new Set<Row>();
  const sorted = (column: SurveyColumn) =>
    rows.toSorted((a, b) => columnOf(a.person, column) - columnOf(b.person, column));
  for (const column of EXTREMES) {
    const byValue = sorted(column);
    for (const row of [...byValue.slice(0, PER_EXTREME), ...byValue.slice(-PER_EXTREME)]) {
      chosen.add(row);
    }
  }
  const others = sorted("height").filter((row) => !chosen.has(row));
  const missing = Math.max(0, count - chosen.size);
  for (let band = 0; band < HEIGHT_BANDS; band += 1) {
    const edge = (index: number, total: number) => Math.round((index * total) / HEIGHT_BANDS);
    const inBand = others
      .slice(edge(band, others.length), edge(band + 1, others.length))
      .sort((a, b) => bmiOf(a.person) - bmiOf(b.person));
    const wanted = edge(band + 1, missing) - edge(band, missing);
    for (let index = 0; index < wanted; index += 1) {
      const row = inBand[Math.floor(((index + 0.5) * inBand.length) / wanted)];
      if (row) chosen.add(row);
    }
  }
  return [...chosen];
}

/** The second survey's columns from the first by sex; with `random`, a measured person's residuals are added. */
function completeRow(row: Row, regression: Regression, random: (() => number) | null): Row {
  const { person } = row;
  const predicted = regression.predict(person);
  const residuals =
    random === null
      ? []
      : (regression.residuals[integerBelow(regression.residuals.length, random)] ?? []);
  const values = { ...person.values };
  regression.to.forEach((column, index) => {
    values[column] = Math.exp(at(predicted, index) + (residuals[index] ?? 0));
  });
  return { id: row.id, person: { sex: person.sex, values } };
}

const SEXES = { women: ["f"], men: ["m"], both: ["f", "m"] } as const;
const surveyOf33 = readRows("measured-33", "A");
const surveyOf7 = readRows("measured-7", "N");

function describe(row: Row, version: LandmarkVersion): DraftPerson {
  const { person } = row;
  return {
    id: `${row.id}-${version}`,
    sex: person.sex,
    heightMm: columnOf(person, "height"),
    bmi: bmiOf(person),
    measurements: measurementsOf(person, version, tapeSlopeShift(person.sex)),
  };
}

const shifts = new Map<"f" | "m", number>();

/** Degrees between the sex's mean slope and a tape's. */
function tapeSlopeShift(sex: "f" | "m"): number {
  const known = shifts.get(sex);
  if (known !== undefined) return known;
  const slopes = surveyOf33
    .filter(({ person }) => person.sex === sex)
    .map(({ person }) => measurementsOf(person, "derived", 0).shoulderSlope);
  const shift = TAPE_SLOPE_DEGREES - slopes.reduce((sum, slope) => sum + slope, 0) / slopes.length;
  shifts.set(sex, shift);
  return shift;
}

/**
 * `count` measured people of the first survey (1,500 to 2,000 mm tall), spread over height and girth with the
 * extremes among them; half women and half men where a design is for both. Always the same.
 */
export function spreadPeople(
  wearers: Wearers,
  version: LandmarkVersion,
  count = 400,
): DraftPerson[] {
  const sexes = SEXES[wearers];
  return sexes.flatMap((sex) =>
    spreadOver(
      surveyOf33.filter(({ person }) => person.sex === sex),
      Math.round(count / sexes.length),
    ).map((row) => describe(row, version)),
  );
}

/** How a tape finds somebody of unusual posture: shares of the lengths over the back and the front, degrees of the shoulder. */
type Posture = {
  readonly name: string;
  readonly back: number;
  readonly front: number;
  readonly slope: number;
};

/** A stoop lengthens the back by some 15 mm and shortens the front; steep and square shoulders slope 8 degrees more or less. */
const POSTURES: readonly Posture[] = [
  { name: "stooped", back: 1.035, front: 0.97, slope: 0 },
  { name: "erect", back: 0.97, front: 1.03, slope: 0 },
  { name: "sloping", back: 1, front: 1, slope: 8 },
  { name: "square", back: 1, front: 1, slope: -8 },
];
const MIN_SLOPE_DEGREES = 4;
const MAX_SLOPE_DEGREES = 32;

function standing(person: DraftPerson, { back, front, name, slope }: Posture): DraftPerson {
  const { hpsToWaistBack, hpsToWaistFront, shoulderSlope } = person.measurements;
  const measurements = {
    ...person.measurements,
    hpsToWaistBack: back * hpsToWaistBack,
    hpsToWaistFront: front * hpsToWaistFront,
    shoulderSlope: Math.min(MAX_SLOPE_DEGREES, Math.max(MIN_SLOPE_DEGREES, shoulderSlope + slope)),
  };
  return { ...person, id: `${person.id}-${name}`, measurements };
}

/** `count` measured people of the first survey, a quarter of them in each unusual posture, which no survey measured. */
export function unusualPostures(wearers: Wearers, count = 100): DraftPerson[] {
  const people = spreadPeople(wearers, "tape", count);
  return people.flatMap((person, index) => {
    const posture = POSTURES[index % POSTURES.length];
    return posture ? [standing(person, posture)] : [];
  });
}

/**
 * `count` people of the second survey with a BMI above 35; what it did not measure comes from the first survey's
 * regression, `withNoise` with the residuals of a measured person. Always the same.
 */
export function heavyPeople(
  wearers: Wearers,
  version: LandmarkVersion,
  { count = 200, withNoise = false } = {},
): DraftPerson[] {
  const sexes = SEXES[wearers];
  const random = withNoise ? seededRandom(21) : null;
  return sexes.flatMap((sex) => {
    const own = (rows: readonly Row[]) => rows.filter(({ person }) => person.sex === sex);
    const measured = own(surveyOf33).map(({ person }) => person);
    const regression = fitRegression(measured, COMMON, COMPLETED);
    const heavy = own(surveyOf7)
      .filter(({ person }) => bmiOf(person) > HEAVY_BMI)
      .sort((a, b) => bmiOf(a.person) - bmiOf(b.person));
    const wanted = Math.min(Math.round(count / sexes.length), heavy.length);
    const last = heavy.length - 1;
    return Array.from({ length: wanted }, (_, index) =>
      Math.round((index * last) / Math.max(1, wanted - 1)),
    ).flatMap((position) => {
      const row = heavy[position];
      return row ? [describe(completeRow(row, regression, random), version)] : [];
    });
  });
}
