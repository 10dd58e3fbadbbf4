import { formatPercent } from "#core/format-number.ts";
import type { DraftableDesign } from "./all-designs.ts";

/**
 * How far a cloth must stretch across, in percent, to be cut from a design: jersey for a T-shirt, a firm knit for a gown without
 * darts or opening. Designs without an entry are drafted for woven cloth.
 */
const STRETCH_NEEDED_PERCENT: Readonly<Partial<Record<DraftableDesign, number>>> = {
  teagan: 15,
  bibi: 25,
};

/** Percent of stretch across; null where the owner has entered none. */
export type ClothStretch = number | null;

export const stretchNeeded = (design: DraftableDesign): number =>
  STRETCH_NEEDED_PERCENT[design] ?? 0;

/**
 * Whether a garment's cloths can be cut from a design: "no" when one stretches too little, "unknown" when the design needs stretch
 * and one has none entered. Without any cloth it is "yes".
 */
export function isClothSuited(
  design: DraftableDesign,
  stretches: readonly ClothStretch[],
): "yes" | "no" | "unknown" {
  const needed = stretchNeeded(design);
  if (needed === 0) return "yes";
  if (stretches.some((stretch) => stretch !== null && stretch < needed)) return "no";
  return stretches.includes(null) ? "unknown" : "yes";
}

/** For the tailor, when no design of a component suits the cloth. */
export const wovenClothNote = (design: DraftableDesign): string =>
  `The cloth stretches too little: this design needs ${formatPercent(stretchNeeded(design))}. The tailor drafts the garment by hand.`;

/** For the tailor, until the owner has entered the stretch of the cloth. */
export const unknownStretchNote = (design: DraftableDesign): string =>
  `The stretch of the cloth is not entered: this design needs ${formatPercent(stretchNeeded(design))} across. Enter it with the cloth, or with the materials of the product: "stretches ${formatPercent(stretchNeeded(design))}".`;
