/** What the admin's frame shows. */
export type FrameFacts = { siteName: string; adminName: string; paymentTrouble: string | null };

let kept: FrameFacts | null = null;

/** Keeps what the frame shows, for a moment when the shop cannot be reached. For the browser only. */
export function cacheFrame(facts: FrameFacts): void {
  kept = facts;
}

/** What the frame showed last; null before anything. */
export function getCachedFrame(): FrameFacts | null {
  return kept;
}
