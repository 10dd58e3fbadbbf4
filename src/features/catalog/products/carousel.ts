/** A shorter swipe does not turn the image (specification 9). */
const SWIPE_THRESHOLD_PX = 50;

/** Returns the image `step` away, wrapping (specification 2); 0 when there is none. */
export function wrapIndex(index: number, step: number, count: number): number {
  if (count < 1) return 0;
  return (((index + step) % count) + count) % count;
}

/** 1 for the next image (swipe left), -1 for the previous, 0 when too short or mainly vertical. */
export function swipeStep(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < SWIPE_THRESHOLD_PX || Math.abs(dy) > Math.abs(dx)) return 0;
  return dx < 0 ? 1 : -1;
}
