import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { formatMeasurement, formatValue } from "#features/body/measurement/measurement-profile.ts";

/**
 * Tells whether a text says one of the values, in any unit in which a page, file or message could say it, or one of the other
 * words. Compares whole values: one in the middle of an id, a token or ciphertext is none, nor is the minute of a time
 * ("20:32:05"), nor the day of a date that begins like a length ("14 December" and "14 3/4 in").
 */
export function findMeasured(
  values: Partial<Record<MeasurementName, number>>,
  otherTerms: readonly string[] = [],
): (text: string) => boolean {
  const said = new Set([
    ...otherTerms,
    ...Object.entries(values).flatMap(([key, value]) => {
      const name = key as MeasurementName;
      const units = ["cm", "inches"] as const;
      const texts = units.flatMap((unit) => [
        formatValue(name, value, unit),
        formatMeasurement(name, value, unit),
      ]);
      return [...texts, ...[value, value / 10, value / 1_000, value / 25.4].map(String)];
    }),
  ]);
  const any = [...said].map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const whole = new RegExp(`(?<![\\w.+/=-]|\\d:)(?:${any})(?:mm|cm|in)?(?![\\w+/=-]|\\.\\w|:\\d)`);
  return (text) => whole.test(text);
}
