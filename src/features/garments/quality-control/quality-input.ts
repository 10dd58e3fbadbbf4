import type { FitPoint } from "#features/garments/fit-memory/fit-points.ts";
import { FIT_POINTS } from "#features/garments/fit-memory/fit-points.ts";

const LEAST_MM = 30;
const MAX_MM = 4_000;

/**
 * Reads lengths that a tailor wrote in cm, such as "61.5" or "61,5", as whole mm. Empty fields are left out; `problems` names the
 * others that are no length between 3 cm and 4 m.
 */
export function readMeasured(textOf: (field: string) => string): {
  measured: Partial<Record<FitPoint, number>>;
  problems: Partial<Record<FitPoint, string>>;
} {
  const measured: Partial<Record<FitPoint, number>> = {};
  const problems: Partial<Record<FitPoint, string>> = {};
  for (const point of FIT_POINTS) {
    const text = textOf(point).trim().replace(",", ".");
    if (text === "") continue;
    const mm = /^\d{1,3}(\.\d+)?$/.test(text) ? Math.round(Number(text) * 10) : Number.NaN;
    if (mm >= LEAST_MM && mm <= MAX_MM) measured[point] = mm;
    else problems[point] = "Please enter a length in cm, such as 61.5.";
  }
  return { measured, problems };
}
