/** Layer (c) compares the person's own readings of one measurement, now and in an earlier profile. */

/** Two readings further apart ask for a third. */
const MAX_APART_MM = 10;
const MAX_APART_KG = 1;
/** A larger change since the last profile is questioned: three standard deviations of the difference of two readings. */
const MAX_CHANGE_MM = 40;
const MAX_CHANGE_KG = 8;

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
export function needsAnotherReading(name: string, readings: readonly number[]): boolean {
  const limit = name === "weight" ? MAX_APART_KG : MAX_APART_MM;
  if (readings.length < 2) return false;
  const sorted = [...readings].sort((a, b) => a - b);
  return !sorted.some(
    (value, index) => index > 0 && gapOf([sorted[index - 1] ?? 0, value]) <= limit,
  );
}

/** Whether a value changed since the last profile by more than two readings of one body differ. */
export function hasChangedALot(name: string, value: number, previous: number): boolean {
  return Math.abs(value - previous) > (name === "weight" ? MAX_CHANGE_KG : MAX_CHANGE_MM);
}
