import type { Conditional } from "./body-model.ts";
import { normalBelow } from "./body-model.ts";
import { at } from "./matrix.ts";

/** A reading against the distribution that the others give it. */
export type Fit = {
  /** Normal score: how many standard deviations the reading is from what the others suggest. */
  readonly z: number;
  /** The standard deviation in mm (weight: hectograms). */
  readonly spread: number;
  /** The logarithm of the likelihood of a fault over that of a correct reading. */
  readonly logRatio: number;
};

/** Millimetres that a wrong reading is off by, and how often: landmarks and slips of the tape, wrong digits. */
const SHIFTS = [40, 60, 80, 100, 150, 250] as const;
const SHIFT_WEIGHTS = [0.55, 0.17, 0.1, 0.08, 0.05, 0.05] as const;
/**
 * Of two neighbouring digits swapped, against a shift, in a short and in a long profile: the more values surround a
 * reading, the surer it is that a swap explains it (fitted, ADR 0036).
 */
const SWAP_WEIGHTS = { short: 0.3, long: 1.2 } as const;
const SHORT_PROFILE = 11;
const LONG_PROFILE = 18;
/** Swaps that move a reading less cannot be told from a reading error. */
const MIN_SWAP = 50;
/** Errors of any size have this density over 2 m. */
const GROSS_WEIGHT = 0.05;
const GROSS_RANGE = 2_000;
const ROOT_2_PI = Math.sqrt(2 * Math.PI);
const MAX_SCORE = 38;

/** Computes the normal score of a reading, by the nearer tail of the conditional mixture. */
function normalScore({ below, mean, spread }: Conditional, log: number): number {
  const tail = Math.min(below, 1 - below);
  if (tail < 1e-13) return (log - mean) / spread;
  const root = Math.sqrt(-2 * Math.log(tail));
  const score =
    root -
    (2.515517 + 0.802853 * root + 0.010328 * root * root) /
      (1 + 1.432788 * root + 0.189269 * root * root + 0.001308 * root * root * root);
  return below < 0.5 ? -score : score;
}

/**
 * Logarithm of the likelihood of a reading that is off by one of the shifts, either way, or by anything, over that of a
 * correct one; grows with |z|.
 */
function logShiftRatio(z: number, spread: number): number {
  const score = Math.abs(z);
  const gross = 0.5 * score * score + Math.log((GROSS_WEIGHT * spread * ROOT_2_PI) / GROSS_RANGE);
  let highest = gross;
  for (let index = 0; index < SHIFTS.length; index += 1) {
    const shift = at(SHIFTS, index) / spread;
    highest = Math.max(highest, shift * score - 0.5 * shift * shift);
  }
  let ratio = Math.exp(gross - highest);
  for (let index = 0; index < SHIFTS.length; index += 1) {
    const shift = at(SHIFTS, index) / spread;
    const center = -0.5 * shift * shift - highest;
    const sides = Math.exp(center + shift * score) + Math.exp(center - shift * score);
    ratio += 0.5 * at(SHIFT_WEIGHTS, index) * sides;
  }
  return highest + Math.log(ratio);
}

/** What the reading would be with two neighbouring digits swapped back, when that moves it by more than 5 cm. */
function swappedDigits(reading: number): number[] {
  const digits = String(Math.round(reading));
  const swapped: number[] = [];
  for (let index = 0; index + 1 < digits.length; index += 1) {
    const left = digits.charAt(index);
    const right = digits.charAt(index + 1);
    const other = Number(digits.slice(0, index) + right + left + digits.slice(index + 2));
    if (other > 0 && Math.abs(other - reading) > MIN_SWAP) swapped.push(other);
  }
  return swapped;
}

/** 0 for a profile of up to 11 readings, and 1 from 18 on. */
export function profileLength(count: number): number {
  return Math.min(1, Math.max(0, (count - SHORT_PROFILE) / (LONG_PROFILE - SHORT_PROFILE)));
}

const logSwapWeight = (count: number) =>
  Math.log(SWAP_WEIGHTS.short) +
  profileLength(count) * Math.log(SWAP_WEIGHTS.long / SWAP_WEIGHTS.short);

/**
 * How a reading (mm, or hectograms for the weight) fits its conditional distribution, in a profile of `count` readings.
 */
export function fitOf(conditional: Conditional, reading: number, count: number): Fit {
  const { mean, spread: logSpread } = conditional;
  const log = Math.log(reading);
  const z = normalScore(conditional, log);
  const spread = Math.exp(mean) * logSpread;
  const own = ((log - mean) / logSpread) ** 2;
  const shift = logShiftRatio(z, spread);
  let nearest = Number.POSITIVE_INFINITY;
  for (const other of swappedDigits(reading)) {
    nearest = Math.min(nearest, ((Math.log(other) - mean) / logSpread) ** 2);
  }
  const swap = logSwapWeight(count) + 0.5 * (own - nearest);
  const highest = Math.max(shift, swap);
  const logRatio = highest + Math.log(Math.exp(shift - highest) + Math.exp(swap - highest));
  return { z, spread, logRatio };
}

/** Expected number of correct readings of a profile whose shift ratio, weighed by the importance of the reading, exceeds `logRatio`. */
export function expectedAlarms(
  fits: readonly (Fit & { readonly logWeight: number })[],
  logRatio: number,
): number {
  let sum = 0;
  for (const { logWeight, spread } of fits) {
    sum += 2 * normalBelow(-scoreAt(logRatio - logWeight, spread));
  }
  return sum;
}

/** The |z| at which the shift ratio reaches `logRatio`. */
function scoreAt(logRatio: number, spread: number): number {
  if (logShiftRatio(0, spread) >= logRatio) return 0;
  let low = 0;
  let high = MAX_SCORE;
  for (let step = 0; step < 14; step += 1) {
    const middle = 0.5 * (low + high);
    if (logShiftRatio(middle, spread) < logRatio) low = middle;
    else high = middle;
  }
  return high;
}
