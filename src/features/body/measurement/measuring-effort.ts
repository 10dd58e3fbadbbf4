import { withoutGiven } from "./capture-steps.ts";
import type { MeasurementName } from "./measurement-definitions.ts";
import { GARMENT_NAMES, measurementSetOf, readingsNeeded } from "./required-measurements.ts";

/** How long one reading takes with its instruction, in seconds: reading it, laying the tape, typing. */
const READING_S = 30;
const MINUTE_S = 60;
const MIN_MINUTES = 5;

/**
 * How many minutes these measurements take with a tape, with second readings and without the slope that a drawing gives; every page
 * and mail says this number.
 */
export function measuringMinutes(names: readonly MeasurementName[]): number {
  const readings = withoutGiven(names).reduce((sum, name) => sum + readingsNeeded(name), 0);
  return Math.max(MIN_MINUTES, Math.round((readings * READING_S) / MINUTE_S));
}

/** "24 measurements, about 16 minutes": as many as the guide counts. */
export function effortText(
  names: readonly MeasurementName[],
  noun: "measurements" | "more" = "measurements",
): string {
  const count = withoutGiven(names).length;
  const what = noun === "measurements" && count === 1 ? "measurement" : noun;
  return `${count} ${what}, about ${measuringMinutes(names)} minutes`;
}

/** How many minutes everything for a garment takes; the shortest of all for one without a set. */
export function minutesOfGarment(garment: string): number {
  return measuringMinutes(measurementSetOf(garment)?.required ?? []);
}

const ALL_MINUTES = GARMENT_NAMES.map(minutesOfGarment);

/** "6 to 20 minutes": between the garment with the least and the one with the most to measure. */
export const ANY_GARMENT_MINUTES = `${Math.min(...ALL_MINUTES)} to ${Math.max(...ALL_MINUTES)} minutes`;
