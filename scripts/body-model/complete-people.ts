import { at } from "#features/body/check/matrix.ts";
import type { SurveyColumn } from "#features/body/check/survey-columns.ts";
import { SURVEY_COLUMNS } from "#features/body/check/survey-columns.ts";
import { integerBelow } from "./random.ts";
import type { Regression } from "./regression.ts";
import { fitRegression } from "./regression.ts";
import type { Person, RowHalf } from "./surveys.ts";
import { readSurvey } from "./surveys.ts";

/** A person of a survey, `file`, with every column. */
export type CompletePerson = {
  readonly sex: "f" | "m";
  readonly file: "measured-33" | "measured-7" | "measured-waist";
  readonly values: Readonly<Record<SurveyColumn, number>>;
};

const COMMON: readonly SurveyColumn[] = ["height", "weight", "hips", "seat"];
const ARM_AND_THIGH: readonly SurveyColumn[] = [
  "upperArmLength",
  "upperLegLength",
  "armCircumference",
];
const WAIST: readonly SurveyColumn[] = ["shoulderGirth", "chestAboveBust", "waist", "knee"];
const LIMBS: readonly SurveyColumn[] = ["upperLeg", "biceps", "forearm", "calf", "ankle", "wrist"];
const ALL_OF_33 = SURVEY_COLUMNS.filter(
  (column) => !ARM_AND_THIGH.includes(column) && !WAIST.includes(column),
);
const without = (columns: readonly SurveyColumn[], known: readonly SurveyColumn[]) =>
  columns.filter((column) => !known.includes(column));

/** Columns of two surveys for one part of the body: their residuals agree. */
const RELATED: readonly (readonly [SurveyColumn, SurveyColumn])[] = [
  ["armCircumference", "biceps"],
  ["upperArmLength", "shoulderToElbow"],
  ["upperLegLength", "kneeToFloor"],
  ["chestAboveBust", "chest"],
  ["shoulderGirth", "shoulderBreadth"],
  ["knee", "aboveKnee"],
];
/** To choose a residual from. */
const CANDIDATES = 10;

/** The distance is the sum of squared differences, in standard deviations, from the known residuals of related columns. */
function residualDistance(
  regression: Regression,
  residuals: readonly number[],
  known: ReadonlyMap<SurveyColumn, number>,
): number {
  const spreads = residualSpreads(regression);
  let distance = 0;
  for (const [first, second] of RELATED) {
    for (const [own, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const index = regression.to.indexOf(own);
      const target = known.get(other);
      if (index < 0 || target === undefined) continue;
      distance += (at(residuals, index) / at(spreads, index) - target) ** 2;
    }
  }
  return distance;
}

/** The residuals, of ten random people of the fit, that best match the known ones. */
function drawResiduals(
  regression: Regression,
  known: ReadonlyMap<SurveyColumn, number>,
  random: () => number,
): readonly number[] {
  let best: readonly number[] = [];
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < CANDIDATES; attempt += 1) {
    const drawn = regression.residuals[integerBelow(regression.residuals.length, random)] ?? [];
    const distance = residualDistance(regression, drawn, known);
    if (distance < bestDistance) {
      best = drawn;
      bestDistance = distance;
    }
    if (distance === 0) break;
  }
  return best;
}

const spreadsByRegression = new WeakMap<Regression, number[]>();

function residualSpreads(regression: Regression): number[] {
  const cached = spreadsByRegression.get(regression);
  if (cached) return cached;
  const spreads = regression.to.map((_, index) =>
    Math.sqrt(
      regression.residuals.reduce((sum, row) => sum + at(row, index) ** 2, 0) /
        regression.residuals.length,
    ),
  );
  spreadsByRegression.set(regression, spreads);
  return spreads;
}

/** Adds the regression's columns, with a measured person's residuals. */
function complete(
  person: Person,
  regression: Regression,
  known: ReadonlyMap<SurveyColumn, number>,
  random: () => number,
): Person {
  const predicted = regression.predict(person);
  const residuals = drawResiduals(regression, known, random);
  const values = { ...person.values };
  regression.to.forEach((column, index) => {
    values[column] ??= Math.exp(at(predicted, index) + at(residuals, index));
  });
  return { sex: person.sex, values };
}

/** The residuals of a person in standard deviations. */
function standardResiduals(person: Person, regression: Regression): Map<SurveyColumn, number> {
  const predicted = regression.predict(person);
  const spreads = residualSpreads(regression);
  return new Map(
    regression.to.flatMap((column, index) => {
      const value = person.values[column];
      return value === undefined
        ? []
        : [[column, (Math.log(value) - at(predicted, index)) / at(spreads, index)] as const];
    }),
  );
}

type Half = { readonly of33: Person[]; readonly of7: Person[]; readonly ofWaist: Person[] };

function completeSex({ of33, of7, ofWaist }: Half, copies: number, random: () => number) {
  const body = fitRegression(of33, COMMON, without(ALL_OF_33, COMMON));
  const bodyFromLimbs = fitRegression(
    of33,
    [...COMMON, ...LIMBS],
    without(ALL_OF_33, [...COMMON, ...LIMBS]),
  );
  const arm = fitRegression(of7, COMMON, ARM_AND_THIGH);
  const waist = fitRegression(ofWaist, [...COMMON, ...LIMBS], WAIST, 5);
  const people: CompletePerson[] = [];
  const add = (file: CompletePerson["file"], person: Person) => {
    const values = person.values as Record<SurveyColumn, number>;
    people.push({ sex: person.sex, file, values });
  };
  const none = new Map<SurveyColumn, number>();
  for (const person of of33) {
    const known = standardResiduals(person, body);
    add("measured-33", complete(complete(person, arm, known, random), waist, known, random));
  }
  for (const person of of7) {
    const known = standardResiduals(person, arm);
    for (let copy = 0; copy < copies; copy += 1) {
      const whole = complete(person, body, known, random);
      add("measured-7", complete(whole, waist, standardResiduals(whole, body), random));
    }
  }
  for (const person of ofWaist) {
    const whole = complete(person, bodyFromLimbs, standardResiduals(person, waist), random);
    add("measured-waist", complete(whole, arm, none, random));
  }
  return people;
}

/**
 * One half's people with every column: missing ones are drawn from another survey's regression by sex, with a
 * measured person's residuals. People of the second file are drawn `copies` times.
 */
export function completePeople(
  half: RowHalf,
  copies: number,
  random: () => number,
): CompletePerson[] {
  const of33 = readSurvey("measured-33", half);
  const of7 = readSurvey("measured-7", half);
  const ofWaist = readSurvey("measured-waist", half);
  return (["f", "m"] as const).flatMap((sex) => {
    const own = (people: Person[]) => people.filter((person) => person.sex === sex);
    return completeSex({ of33: own(of33), of7: own(of7), ofWaist: own(ofWaist) }, copies, random);
  });
}
