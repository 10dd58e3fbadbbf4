import { formatLengthWithUnit } from "./length-text.ts";
import type { ChartUnit } from "./size-chart.ts";
import { CHART_MEASURES } from "./size-chart.ts";

const CHART_ORDER: readonly string[] = CHART_MEASURES.map(({ measure }) => measure);

/** Measures of the size chart first, the others by name. The database keeps no order. */
export function inTapeOrder(measures: Record<string, number>): [string, number][] {
  const location = (measure: string) => {
    const found = CHART_ORDER.indexOf(measure);
    return found === -1 ? CHART_ORDER.length : found;
  };
  return Object.entries(measures).toSorted(
    ([a], [b]) => location(a) - location(b) || a.localeCompare(b, "en"),
  );
}

/** "shoulderToElbow" becomes "Shoulder to elbow". */
export function measureName(measure: string): string {
  const text = measure.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The shoulder slope is in degrees. */
export function formatMeasure(measure: string, value: number, unit: ChartUnit): string {
  return measure === "shoulderSlope" ? `${value}°` : formatLengthWithUnit(value, unit);
}
