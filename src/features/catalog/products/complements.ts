const BOTTOMS = ["pants", "skirt"] as const;
const TOPS = ["shirt", "top"] as const;
const LAYERS = ["jacket", "outerwear"] as const;
const ACCESSORIES = ["accessory"] as const;

/** Garment groups that complete each type, nearest first; never worn instead of it. */
export const COMPLEMENTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  suit: [TOPS, ACCESSORIES, ["outerwear"]],
  dress: [LAYERS, ACCESSORIES],
  outerwear: [["dress", "suit"], BOTTOMS, TOPS, ACCESSORIES],
  jacket: [BOTTOMS, TOPS, ["dress"], ACCESSORIES],
  pants: [TOPS, LAYERS, ACCESSORIES],
  skirt: [TOPS, LAYERS, ACCESSORIES],
  shirt: [BOTTOMS, LAYERS, ACCESSORIES],
  top: [BOTTOMS, LAYERS, ACCESSORIES],
  accessory: [["dress", "suit"], LAYERS, TOPS, BOTTOMS],
};

/** Whether COMPLEMENTS has groups for this type. */
export function hasComplements(garmentType: string): boolean {
  return COMPLEMENTS[garmentType] !== undefined;
}
