import { lengthWords } from "./length-text.ts";
import type { ChartUnit } from "./size-chart.ts";

/** A measure's name in words: "shoulderToElbow" is "Shoulder to elbow". */
export function measureName(measure: string): string {
  const words = measure.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A measure as it is read: a length in the unit, the slope of the shoulder in degrees. */
export function measureWords(measure: string, value: number, unit: ChartUnit): string {
  return measure === "shoulderSlope" ? `${value}°` : lengthWords(value, unit);
}
