import type { POSTURES } from "#features/body/measurement/measurement-profile.ts";

export type StatedPosture = (typeof POSTURES)[number];

/**
 * mm of the alteration "posture" for each stated posture: the back becomes longer and the front shorter by it, or the other way.
 * These are the shop's own starting amounts, which nobody has sewn; the tailor sets others after a fitting.
 */
export const POSTURE_MM: Readonly<Record<StatedPosture, number>> = {
  upright: -5,
  average: 0,
  forward: 10,
  "leaning back": -10,
};

/** The garments whose designs are altered to a posture. */
export const POSTURE_GARMENTS = ["shirts", "jackets", "waistcoats", "coats"] as const;

const MAX_POSTURE_MM = Math.max(...Object.values(POSTURE_MM).map(Math.abs));
const listed = `${POSTURE_GARMENTS.slice(0, -1).join(", ")} and ${POSTURE_GARMENTS.at(-1)}`;

/** What a stated posture and shoulder shape change, for whoever states them: no more than the designs do. */
export const SHAPE_PROMISES = {
  posture: `For how you stand, ${listed} are cut up to ${MAX_POSTURE_MM} mm longer in the back and shorter in the front, or the other way.`,
  shoulders:
    "A slope that you measured shapes the shoulders, and your tailor compares it with this. Without one, the shoulders are cut to this drawing. One lower shoulder is cut by hand: write it in your notes.",
} as const;

/** "back 10 mm longer and front 10 mm shorter in shirts, …", of a stated posture; "" for one that alters nothing. */
export function postureAlterationText(posture: string): string {
  const mm = Object.hasOwn(POSTURE_MM, posture) ? POSTURE_MM[posture as StatedPosture] : 0;
  if (mm === 0) return "";
  const size = Math.abs(mm);
  const [longer, shorter] = mm > 0 ? ["back", "front"] : ["front", "back"];
  return `${longer} ${size} mm longer and ${shorter} ${size} mm shorter in ${listed}`;
}
