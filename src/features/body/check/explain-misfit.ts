import type { Range } from "./rule-table.ts";

/** What most likely happened to a value that does not fit. */
export type Explanation =
  | { readonly reason: "inches-entered-as-cm" | "cm-entered-as-inches"; readonly suggested: number }
  | { readonly reason: "pounds-entered-as-kg" | "kg-entered-as-pounds"; readonly suggested: number }
  | { readonly reason: "mm-entered-as-cm" | "decimal-point"; readonly suggested: number }
  | { readonly reason: "doubled" | "halved"; readonly suggested: number }
  | { readonly reason: "digits-swapped"; readonly suggested: number }
  | { readonly reason: "exchanged"; readonly other: string }
  | { readonly reason: "too-large" | "too-small" };

/** The distribution of the logarithm of a value, from the other values. */
export type Expectation = { readonly mean: number; readonly spread: number };

type Hypothesis = { readonly explanation: Explanation; readonly logPrior: number };

/** An explanation has to make the value usual, and much more likely than it is. */
const MAX_SCORE_EXPLAINED = 2.5;
const MIN_GAIN = 3.5;
const INCH = 2.54;
const POUND = 2.2046;

function unitHypotheses(name: string, value: number): Hypothesis[] {
  const of = (reason: string, suggested: number, logPrior = 0) =>
    ({ explanation: { reason, suggested }, logPrior }) as Hypothesis;
  const units =
    name === "weight"
      ? [of("pounds-entered-as-kg", value / POUND), of("kg-entered-as-pounds", value * POUND)]
      : [of("inches-entered-as-cm", value * INCH), of("cm-entered-as-inches", value / INCH)];
  return [
    ...units,
    of("decimal-point", value * 10, -0.5),
    of("mm-entered-as-cm", value / 10, -0.5),
    of("doubled", value / 2, -1),
    of("halved", value * 2, -1),
  ];
}

/** Values with two digits swapped back, in the unit of `value`; the last digit is a millimetre, or a tenth of a kilogram. */
function digitSwaps(name: string, value: number): number[] {
  const perDigit = name === "weight" ? 10 : 1;
  const digits = [...String(Math.round(value * perDigit))];
  return digits.flatMap((left, first) =>
    digits.slice(first + 1).flatMap((right, offset) => {
      const second = first + 1 + offset;
      const swapped = digits.map((digit, index) =>
        index === first ? right : index === second ? left : digit,
      );
      return left === right ? [] : [Number(swapped.join("")) / perDigit];
    }),
  );
}

/**
 * The explanation that makes the value fit best. Without an expectation (no survey has the measurement) the first unit
 * mistake within `range` is named. `value` and `range` in mm (weight in kg).
 */
export function explainMisfit(
  name: string,
  value: number,
  expected: Expectation | null,
  range: Range | undefined,
): Explanation {
  if (!expected) return explainByRange(name, value, range);
  const scoreOf = (candidate: number) => (Math.log(candidate) - expected.mean) / expected.spread;
  const own = scoreOf(value);
  const fallback: Explanation = { reason: own > 0 ? "too-large" : "too-small" };
  const swaps = digitSwaps(name, value).map<Hypothesis>((suggested) => ({
    explanation: { reason: "digits-swapped", suggested },
    logPrior: -1,
  }));
  let best: Explanation = fallback;
  let bestGain = MIN_GAIN;
  for (const { explanation, logPrior } of [...unitHypotheses(name, value), ...swaps]) {
    if (!("suggested" in explanation) || !(explanation.suggested > 0)) continue;
    const score = scoreOf(explanation.suggested);
    const gain = 0.5 * (own * own - score * score) + logPrior;
    if (Math.abs(score) <= MAX_SCORE_EXPLAINED && gain > bestGain) {
      best = explanation;
      bestGain = gain;
    }
  }
  return best;
}

function explainByRange(name: string, value: number, range: Range | undefined): Explanation {
  const fits = (candidate: number) =>
    range !== undefined && candidate >= range.from && candidate <= range.to;
  const found = unitHypotheses(name, value).find(
    ({ explanation }) => "suggested" in explanation && fits(explanation.suggested),
  );
  const isLarge = range !== undefined && value > range.to;
  return found?.explanation ?? { reason: isLarge ? "too-large" : "too-small" };
}
