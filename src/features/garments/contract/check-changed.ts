import { checkMeasurements } from "#features/body/check/check-engine.ts";
import type { Finding } from "#features/body/check/check-profile.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";

function check({ measurements }: FitSpecification, isChanged: (name: string) => boolean) {
  return checkMeasurements(
    Object.entries(measurements).map(([name, { readings, value }]) => ({
      name,
      readings: Array.from({ length: isChanged(name) ? 1 : readings }, () => value),
    })),
  );
}

/**
 * A changed specification with the check engine's word on it. Each changed value is one new reading, whose confidence and finding
 * come from the check beside the other values; those stay as they are. `questions` are the findings that the change brings: of
 * changed values, and of others that had none before.
 */
export function checkChanged(
  before: FitSpecification,
  after: FitSpecification,
): { specification: FitSpecification; questions: readonly Finding[] } {
  const { measurements, ...changed } = after;
  const isChanged = (name: string) =>
    measurements[name]?.value !== before.measurements[name]?.value;
  const { confidence, findings } = check(after, isChanged);
  const checked = Object.entries(measurements).map(([name, measured]) => {
    const { plusMinus, value } = measured;
    // A derived value that another choice moved is no reading.
    if (!isChanged(name) || plusMinus !== undefined) return [name, measured] as const;
    const own = confidence.get(name) ?? 0;
    return [name, { value, confidence: own, readings: 1, confirmed: true }] as const;
  });
  const found = findings.filter(({ name }) => isChanged(name));
  const known = new Set(check(before, () => false).findings.map(({ name }) => name));
  return {
    specification: {
      ...changed,
      measurements: Object.fromEntries(checked),
      findingsInsisted: [
        ...before.findingsInsisted.filter(({ name }) => !isChanged(name)),
        ...found.map(({ level, name }) => ({ name, level })),
      ],
    },
    questions: findings.filter(({ name }) => isChanged(name) || !known.has(name)),
  };
}
