/** How far a finger must travel for a swipe, in CSS pixels (specification 9). */
export const SWIPE_THRESHOLD_PX = 50;

/** The picture reached from `index` in `count` of them, wrapping around at both ends (specification 2); 0 when there is none. */
export function wrapIndex(index: number, step: number, count: number): number {
  if (count < 1) return 0;
  return (((index + step) % count) + count) % count;
}

/** What a finger's path means: 1 for the next picture (to the left), -1 for the one before, 0 for no swipe, when it is too short or more down than across. */
export function swipeStep(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < SWIPE_THRESHOLD_PX || Math.abs(dy) > Math.abs(dx)) return 0;
  return dx < 0 ? 1 : -1;
}
