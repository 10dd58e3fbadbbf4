import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";

/** The text of one reading; measurements that are taken twice have two. */
export function readingField(name: MeasurementName, reading: number): string {
  return `reading-${name}-${reading}`;
}

/** Says that a questioned value is right; its error is the question. */
export function keepField(name: MeasurementName): string {
  return `keep-${name}`;
}

/** What `keepField` holds: the texts that it speaks of, so that other texts are asked about again. */
export function confirmedText(
  entered: Readonly<Record<string, string>>,
  name: MeasurementName,
): string {
  const texts = [0, 1].map((reading) => entered[readingField(name, reading)]?.trim() ?? "");
  return texts.join(" ").trim();
}
