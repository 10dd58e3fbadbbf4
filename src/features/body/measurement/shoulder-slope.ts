import type { MeasurementProfile, SHOULDER_SHAPES } from "./measurement-profile.ts";

type ShoulderShape = (typeof SHOULDER_SHAPES)[number];

/** Whole degrees. */
export type DerivedSlope = { readonly value: number; readonly plusMinus: number };

/**
 * The slope of each drawing: the means of the lower quarter, the middle half and the upper quarter of 1,519 measured people, from the
 * heights of their nape and shoulder tip. `plusMinus` is the spread within a quarter, 3 degrees, and that of taking one drawing
 * for its neighbour.
 */
const SLOPES: Readonly<Record<ShoulderShape, DerivedSlope>> = {
  square: { value: 11, plusMinus: 4 },
  average: { value: 18, plusMinus: 4 },
  sloping: { value: 25, plusMinus: 4 },
};

/** The shoulder slope from the drawing that the person chose; null without one, and where the slope was measured. */
export function derivedSlope({
  readings,
  shoulders,
}: Pick<MeasurementProfile, "readings" | "shoulders">): DerivedSlope | null {
  const isMeasured = (readings.shoulderSlope?.length ?? 0) > 0;
  return isMeasured || shoulders === null ? null : SLOPES[shoulders.value];
}

const isShape = (text: string | null): text is ShoulderShape =>
  text !== null && Object.hasOwn(SLOPES, text);

/** The slope of a stated shoulder shape; null for another text. */
export const slopeOfShoulders = (shoulders: string | null): DerivedSlope | null =>
  isShape(shoulders) ? SLOPES[shoulders] : null;

/** "18° ± 4°". */
export const slopeText = ({ plusMinus, value }: DerivedSlope): string =>
  `${value}° ± ${plusMinus}°`;
