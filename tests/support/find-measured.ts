import type { MeasurementName } from "#features/measurement/measurement-definitions.ts";
import { formatMeasurement, formatValue } from "#features/measurement/measurement-profile.ts";

/**
 * Tells whether a text says one of the values, in any unit in which a page, file or message could say it, or one of the other
 * words. Compares whole words: a value in the middle of an id, a token or ciphertext is none.
 */
export function findMeasured(
  values: Partial<Record<MeasurementName, number>>,
  otherWords: readonly string[] = [],
): (text: string) => boolean {
  const said = new Set([
    ...otherWords,
    ...Object.entries(values).flatMap(([key, value]) => {
      const name = key as MeasurementName;
      const units = ["cm", "inches"] as const;
      const texts = units.flatMap((unit) => [
        formatValue(name, value, unit).split(" ")[0] ?? "",
        formatMeasurement(name, value, unit).split(" ")[0] ?? "",
      ]);
      return [...texts, ...[value, value / 10, value / 1_000, value / 25.4].map(String)];
    }),
  ]);
  return (text) => {
    const words = text.match(/[\w.+/=-]+/g) ?? [];
    return words.some((word) => said.has(word.replace(/\.$/, "").replace(/(mm|cm|in)$/, "")));
  };
}
