import type { Expectation } from "./explain-misfit.ts";
import type { Proportion } from "./rule-table.ts";
import { isTwoSided, PROPORTIONS, rangeOf } from "./rule-table.ts";

/** A value of a profile: mm, weight in kg, slope in degrees. */
export type PairValue = { readonly name: string; readonly value: number };

/** Two values that do not go together; `isMore`: the part is more than its whole allows. */
export type Contradiction = {
  readonly part: PairValue;
  readonly whole: PairValue;
  readonly isMore: boolean;
  readonly rule: Proportion;
};

/** A two-sided rule spans this many standard deviations. */
const SPAN = 6;

const holds = ({ from, slackMm, to }: Proportion, part: number, whole: number): boolean =>
  part >= from * whole && part <= to * whole + slackMm;

/** How many pairs are held from both sides, and so can question a correct profile. */
export function comparedPairs(values: readonly { readonly name: string }[]): number {
  const names = new Set(values.map(({ name }) => name));
  return PROPORTIONS.filter(
    (rule) => isTwoSided(rule) && names.has(rule.part) && names.has(rule.whole),
  ).length;
}

/** Which values contradict each other, in the order of the table. */
export function contradictions(values: readonly PairValue[]): Contradiction[] {
  const byName = new Map(values.map((each) => [each.name, each]));
  return PROPORTIONS.flatMap((rule): Contradiction[] => {
    const part = byName.get(rule.part);
    const whole = byName.get(rule.whole);
    if (!part || !whole || holds(rule, part.value, whole.value)) return [];
    return [{ part, whole, rule, isMore: part.value > rule.to * whole.value }];
  });
}

/** How many standard deviations a pair is from the middle of its rule. */
function scoreOf({ from, to }: Proportion, part: number, whole: number): number {
  const middle = 0.5 * (Math.log(from) + Math.log(to));
  const spread = Math.log(to / from) / SPAN;
  return (Math.log(part / whole) - middle) / spread;
}

/**
 * How badly a value fits its other pairs: the mean square score, without the pair with `partner` and without doubtful values. Null
 * without such a pair.
 */
export function misfitOfPairs(
  { name, value }: PairValue,
  others: readonly PairValue[],
  partner: string,
): number | null {
  const scores = PROPORTIONS.filter(isTwoSided).flatMap((rule) => {
    const other = rule.part === name ? rule.whole : rule.whole === name ? rule.part : null;
    if (other === null || other === partner) return [];
    const found = others.find((each) => each.name === other);
    if (!found) return [];
    return rule.part === name
      ? [scoreOf(rule, value, found.value)]
      : [scoreOf(rule, found.value, value)];
  });
  if (scores.length === 0) return null;
  return scores.reduce((sum, score) => sum + score * score, 0) / scores.length;
}

/** What the pairs of a measurement say about it: the logarithm of its value by the narrowest pair, else by its range. */
export function expectationByPairs(name: string, others: readonly PairValue[]): Expectation | null {
  const byPair = PROPORTIONS.filter((rule) => isTwoSided(rule) && rule.part === name)
    .flatMap((rule) => {
      const whole = others.find((each) => each.name === rule.whole && each.value > 0);
      if (!whole) return [];
      const mean = 0.5 * Math.log(rule.from * rule.to) + Math.log(whole.value);
      return [{ mean, spread: Math.log(rule.to / rule.from) / SPAN }];
    })
    .toSorted((a, b) => a.spread - b.spread)
    .at(0);
  if (byPair) return byPair;
  const range = rangeOf(name);
  if (!range || range.from <= 0) return null;
  const mean = 0.5 * Math.log(range.from * range.to);
  return { mean, spread: Math.log(range.to / range.from) / SPAN };
}

const isInRange = ({ name, value }: PairValue): boolean => {
  const range = rangeOf(name);
  return range ? value >= range.from && value <= range.to : value > 0;
};

const faultsOf = (values: readonly PairValue[], names: readonly string[]): number =>
  values.filter((each) => names.includes(each.name) && !isInRange(each)).length +
  contradictions(values).filter(
    ({ part, whole }) => names.includes(part.name) || names.includes(whole.name),
  ).length;

const NOT_ON_A_TAPE: readonly string[] = ["weight", "shoulderSlope"];

/** Both of two exchanged values are usual where they belong. */
const MAX_MISFIT_EXCHANGED = 2.25;

/**
 * The measurement whose row a value was probably entered in, by ranges and pairs alone: as entered the two have two faults at
 * least, and exchanged they have none and are usual. Null when no measurement, or more than one, would do.
 */
export function exchangedByPairs(
  { name, value }: PairValue,
  values: readonly PairValue[],
): string | null {
  if (NOT_ON_A_TAPE.includes(name)) return null;
  const found = values.filter((other) => {
    if (other.name === name || NOT_ON_A_TAPE.includes(other.name)) return false;
    const names = [name, other.name];
    if (faultsOf(values, names) < 2) return false;
    const exchanged = values.map((each) => {
      if (each.name === name) return { name, value: other.value };
      return each.name === other.name ? { name: other.name, value } : each;
    });
    const isUsual = (each: PairValue) => {
      const misfit = misfitOfPairs(each, exchanged, "");
      return misfit !== null && misfit <= MAX_MISFIT_EXCHANGED;
    };
    return (
      faultsOf(exchanged, names) === 0 &&
      exchanged.filter((each) => names.includes(each.name)).every(isUsual)
    );
  });
  return found.length === 1 ? (found[0]?.name ?? null) : null;
}
