import { tidyNumber } from "#core/written-number.ts";

const LEAST_MM = 30;
const MAX_MM = 4_000;

/**
 * Reads the lengths of these fields that a tailor wrote in cm, such as "61.5" or "61,5", as whole mm. Empty fields are left out;
 * `problems` names the others that are no length between 3 cm and 4 m.
 */
export function readMeasured(
  textOf: (field: string) => string,
  fields: readonly string[],
): {
  measured: Record<string, number>;
  problems: Record<string, string>;
} {
  const measured: Record<string, number> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = tidyNumber(textOf(field)).replace(",", ".");
    if (text === "") continue;
    const mm = /^\d{1,3}(\.\d+)?$/.test(text) ? Math.round(Number(text) * 10) : Number.NaN;
    if (mm >= LEAST_MM && mm <= MAX_MM) measured[field] = mm;
    else problems[field] = "Please enter a length in cm, such as 61.5.";
  }
  return { measured, problems };
}
