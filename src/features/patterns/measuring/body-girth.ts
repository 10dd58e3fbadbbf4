import type { BodyMeasurements } from "#features/patterns/designs/pattern-design.ts";

/**
 * The body's girth above the waist, straight between waist (0) and chest (1), by the share of the way between them. Undefined where
 * nothing was measured.
 */
export function bodyGirthAboveWaist(
  { chest, waist }: BodyMeasurements,
  share: number,
): number | undefined {
  if (chest === undefined || waist === undefined || !Number.isFinite(share)) return undefined;
  return waist + Math.min(1, Math.max(0, share)) * (chest - waist);
}

/**
 * The body's girth at a level below the waist (negative: above), straight between waist, hips and seat. Undefined where
 * nothing was measured.
 */
export function bodyGirthAt(body: BodyMeasurements, belowWaist: number): number | undefined {
  const { waist, hips, seat, waistToHips, waistToSeat } = body;
  const levels = [
    { at: 0, girth: waist },
    { at: waistToHips, girth: hips },
    { at: waistToSeat, girth: seat },
  ].filter(
    (level): level is { at: number; girth: number } =>
      level.at !== undefined && level.girth !== undefined,
  );
  const below = levels.findLast((level) => level.at <= belowWaist);
  const above = levels.find((level) => level.at > belowWaist);
  if (!below) return undefined;
  if (!above) return below.girth;
  const part = (belowWaist - below.at) / (above.at - below.at);
  return below.girth + part * (above.girth - below.girth);
}
