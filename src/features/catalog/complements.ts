const BOTTOMS = ["pants", "skirt"] as const;
const TOPS = ["shirt", "top"] as const;
const LAYERS = ["jacket", "outerwear"] as const;
const ACCESSORIES = ["accessory"] as const;

/**
 * The groups of garments that complete each garment type, the nearest first. None of them is worn instead of it; types
 * that are missing have none.
 */
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

/** Whether anything completes a garment type. */
export function hasComplements(garmentType: string): boolean {
  return COMPLEMENTS[garmentType] !== undefined;
}
