/** Layer (c) compares the person's own readings of one measurement, now and in an earlier profile. */

/** In mm; the weight in kg, the shoulder slope in degrees. */
type Limit = { readonly apart: number; readonly change: number };

/**
 * Two readings further apart than `apart` ask for a third. A larger change since the last profile than `change` is questioned: three
 * standard deviations of the difference of two readings.
 */
const LENGTH_LIMIT: Limit = { apart: 10, change: 40 };
const WEIGHT_LIMIT: Limit = { apart: 1, change: 8 };
const SLOPE_LIMIT: Limit = { apart: 3, change: 8 };

function limitOf(name: string): Limit {
  if (name === "weight") return WEIGHT_LIMIT;
  return name === "shoulderSlope" ? SLOPE_LIMIT : LENGTH_LIMIT;
}

/** Who measures alone what is hard to reach reads it this much less exactly. */
const ALONE_FACTOR = 2;

/** How far two readings of one measurement may be apart, in mm (weight in kg, slope in degrees); `isAlone`: taken without help. */
export const readingTolerance = (name: string, isAlone = false): number =>
  limitOf(name).apart * (isAlone ? ALONE_FACTOR : 1);

/** The value that two or three readings stand for: their mean, or the mean of the two of three that are closest. */
export function valueOfReadings(readings: readonly number[]): number {
  const sorted = [...readings].sort((a, b) => a - b);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  if (sorted.length < 3) return mean(sorted);
  let closest = sorted.slice(0, 2);
  for (let index = 1; index + 1 < sorted.length; index += 1) {
    const pair = sorted.slice(index, index + 2);
    if (gapOf(pair) < gapOf(closest)) closest = pair;
  }
  return mean(closest);
}

const gapOf = ([first = 0, second = 0]: readonly number[]) => second - first;

/** Whether no two of the readings agree, so that one more is needed. */
export function needsAnotherReading(
  name: string,
  readings: readonly number[],
  isAlone = false,
): boolean {
  const limit = readingTolerance(name, isAlone);
  if (readings.length < 2) return false;
  const sorted = [...readings].sort((a, b) => a - b);
  return !sorted.some(
    (value, index) => index > 0 && gapOf([sorted[index - 1] ?? 0, value]) <= limit,
  );
}

/** Whether a value changed since the last profile by more than two readings of one body differ. */
export function hasChangedALot(name: string, value: number, previous: number): boolean {
  return Math.abs(value - previous) > limitOf(name).change;
}
