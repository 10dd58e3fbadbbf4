import {
  isMeasurementName,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import type { Range } from "./rule-table.ts";

/** What most likely happened to a value that does not fit. */
export type Explanation =
  | { readonly reason: "inches-entered-as-cm" | "cm-entered-as-inches"; readonly suggested: number }
  | { readonly reason: "pounds-entered-as-kg" | "kg-entered-as-pounds"; readonly suggested: number }
  | { readonly reason: "mm-entered-as-cm" | "decimal-point"; readonly suggested: number }
  | { readonly reason: "doubled" | "halved"; readonly suggested: number }
  | { readonly reason: "digits-swapped"; readonly suggested: number }
  | { readonly reason: "exchanged"; readonly other: string }
  | { readonly reason: "impossible"; readonly range: Range }
  | { readonly reason: "too-large" | "too-small" };

/** The distribution of the logarithm of a value, from the other values. */
export type Expectation = { readonly mean: number; readonly spread: number };

/** `unit`: of the field that the value was entered in; absent where it is not known. */
type Misfit = { readonly name: string; readonly value: number; readonly unit?: ChartUnit };

type Hypothesis = {
  readonly explanation: Explanation & { readonly suggested: number };
  readonly logPrior: number;
  /** Otherwise it only keeps others from being named: a value that is possible as entered is no reason to doubt the unit. */
  readonly isNameable: boolean;
};

/**
 * An explanation has to make the value usual, much more likely than it is, and more likely than any other explanation. A value that is
 * impossible as entered needs one more than another.
 */
const MAX_SCORE_EXPLAINED = { possible: 1.5, impossible: 2.5 } as const;
const MIN_GAIN = 3.5;
const MIN_LEAD = 1.5;
const INCH = 2.54;
const POUND = 2.2046;
const MM_PER_INCH = 25.4;

const isWithin = (range: Range | undefined, value: number) =>
  !range || (value >= range.from && value <= range.to);

/** Parts of a girth, for which the whole of it is easily read. */
const PARTS_OF_GIRTHS: readonly string[] = ["highBustFront", "chestFront", "waistBack", "seatBack"];

type Traits = {
  readonly isWeight: boolean;
  readonly isAngle: boolean;
  readonly canBeHalf: boolean;
  readonly canBeDouble: boolean;
};

function traitsOf(name: string): Traits {
  const kind = isMeasurementName(name) ? MEASUREMENTS[name].kind : "girth";
  return {
    isWeight: kind === "weight",
    isAngle: kind === "angle",
    canBeHalf: kind === "girth",
    canBeDouble: kind === "girth" || PARTS_OF_GIRTHS.includes(name),
  };
}

function hypothesesOf({ name, unit, value }: Misfit, range: Range | undefined): Hypothesis[] {
  const of = (reason: string, suggested: number, logPrior = 0, isNameable = true) =>
    ({ explanation: { reason, suggested }, logPrior, isNameable }) as Hypothesis;
  const isImpossible = range !== undefined && !isWithin(range, value);
  const { canBeDouble, canBeHalf, isAngle, isWeight } = traitsOf(name);
  const units: readonly [reason: string, to: number, field: ChartUnit][] = isWeight
    ? [
        ["pounds-entered-as-kg", value / POUND, "cm"],
        ["kg-entered-as-pounds", value * POUND, "inches"],
      ]
    : [
        ["inches-entered-as-cm", value * INCH, "cm"],
        ["cm-entered-as-inches", value / INCH, "inches"],
      ];
  const swapped =
    unit === "inches" && !isAngle
      ? swapsInInches(isWeight, value)
      : digitSwaps(value, isWeight ? 10 : 1);
  // Whoever entered it in the other field did not confuse the two so.
  const possible = isAngle ? [] : units.filter(([, , field]) => (unit ?? field) === field);
  return [
    ...possible.map(([reason, to]) => of(reason, to, 0, isImpossible)),
    of("decimal-point", value * 10, -0.5),
    of("mm-entered-as-cm", value / 10, -0.5),
    ...(canBeDouble ? [of("doubled", value / 2, -1)] : []),
    ...(canBeHalf ? [of("halved", value * 2, -1)] : []),
    ...swapped.map((suggested) => of("digits-swapped", suggested, -4)),
  ].filter(({ explanation: { suggested } }) => suggested > 0 && isWithin(range, suggested));
}

/** Values with two neighbouring digits swapped back; the last digit is a millimetre, a degree, or a tenth of a kilogram (`perDigit`). */
function digitSwaps(value: number, perDigit: number): number[] {
  const digits = [...String(Math.round(value * perDigit))];
  return digits.slice(1).flatMap((right, index) => {
    const left = digits[index] ?? "";
    const swapped = digits.with(index, right).with(index + 1, left);
    return left === right ? [] : [Number(swapped.join("")) / perDigit];
  });
}

/** The same of what was entered in whole inches beside a fraction, or in pounds. */
function swapsInInches(isWeight: boolean, value: number): number[] {
  const per = isWeight ? 1 / POUND : MM_PER_INCH;
  const entered = Math.round((value / per) * 8) / 8;
  const whole = Math.floor(entered);
  return digitSwaps(whole, 1).map((swapped) => (swapped + entered - whole) * per);
}

/**
 * The explanation that makes the value fit best, when none other fits nearly as well. A value outside `range` without one is
 * impossible; another is more or less than expected. The value and `range` in mm (weight in kg, slope in degrees).
 */
export function explainMisfit(
  misfit: Misfit,
  expected: Expectation | null,
  range: Range | undefined,
): Explanation {
  const { value } = misfit;
  const best = expected && bestHypothesis(misfit, expected, range);
  if (best) return best;
  if (range && !isWithin(range, value)) return { reason: "impossible", range };
  const isLarge = expected ? Math.log(value) > expected.mean : true;
  return { reason: isLarge ? "too-large" : "too-small" };
}

function bestHypothesis(
  misfit: Misfit,
  { mean, spread }: Expectation,
  range: Range | undefined,
): Explanation | null {
  const { value } = misfit;
  const scoreOf = (candidate: number) => (Math.log(candidate) - mean) / spread;
  const own = scoreOf(value);
  const [best, second] = hypothesesOf(misfit, range)
    .map(({ explanation, isNameable, logPrior }) => {
      const score = scoreOf(explanation.suggested);
      const gain = 0.5 * (own * own - score * score) + logPrior;
      return { explanation, isNameable, score, gain };
    })
    .toSorted((a, b) => b.gain - a.gain);
  if (!best?.isNameable || best.gain < MIN_GAIN) return null;
  const maxScore = MAX_SCORE_EXPLAINED[isWithin(range, value) ? "possible" : "impossible"];
  if (Math.abs(best.score) > maxScore) return null;
  const isAlone = !second || best.gain - second.gain >= MIN_LEAD;
  return isAlone || isSame(best.explanation.suggested, second.explanation.suggested)
    ? best.explanation
    : null;
}

const SAME_SHARE = 0.03;

/** Two explanations that suggest about the same value do not contradict each other. */
const isSame = (one: number, other: number) => Math.abs(one - other) <= SAME_SHARE * one;
