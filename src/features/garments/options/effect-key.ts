import { isStyleName } from "#features/patterns/styles/garment-styles.ts";

/** The stored name of a choice without effect on the pattern. */
export const NO_EFFECT = "none";
/** The stored name of a choice that the tailor makes by hand. */
export const BY_HAND = "by_hand";
/** Before the name of a component of the pattern table. */
export const DESIGN_PREFIX = "design:";

/** Whether a form's text can name an effect; `readEffect` knows whether the component exists. */
export function isEffectKey(text: string): boolean {
  return (
    text === NO_EFFECT || text === BY_HAND || isStyleName(text) || /^design:[A-Za-z]+$/.test(text)
  );
}
