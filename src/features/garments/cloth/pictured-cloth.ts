import type { ClothStretch } from "#features/patterns/designs/cloth-needs.ts";

const STRETCH = /\bstretch(?:es|ing)?\b\D{0,12}(\d{1,3})\s*%|(\d{1,3})\s*%\s+(?:of\s+)?stretch\b/i;
const KNITTED = /\b(?:knit|knitted|jersey|interlock|rib|ribbed|ponte|fleece)\b/i;
const WOVEN =
  /\b(?:woven|poplin|twill|satin|sateen|cr[eêé]pe|linen|taffeta|velvet|flannel|worsted|gabardine|oxford|organza|chiffon|voile|denim|barathea|tweed)\b/i;

/**
 * How far the cloth that a product is pictured in stretches across, as its owner describes its materials. The first sentence is about
 * the main cloth: "stretches 30 %" says how far, a woven cloth counts as one that does not, and a knitted one without a number is
 * unknown, as is a text that says neither.
 */
export function stretchOfMaterials(materials: string): ClothStretch {
  const [main = ""] = materials.split(/\.\s/);
  const named = STRETCH.exec(main);
  if (named) return Number(named[1] ?? named[2]);
  return WOVEN.test(main) && !KNITTED.test(main) ? 0 : null;
}

/** The stretch of the cloths that a garment is cut from: those that were chosen, else the one that its product is pictured in. */
export function stretchesOf(
  chosen: readonly ClothStretch[],
  materials: string | null,
): readonly ClothStretch[] {
  return chosen.length > 0 ? chosen : [stretchOfMaterials(materials ?? "")];
}
