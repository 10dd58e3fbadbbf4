import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { bodiceSeams, princessSeams } from "./bodice-seams.ts";
import {
  chinosSeams,
  circleSkirtSeams,
  pencilSkirtSeams,
  tieSeams,
  trouserSeams,
} from "./bottom-seams.ts";
import type { PairsOfDraft } from "./seam-pair.ts";
import { gownSeams, shirtSeams, tShirtSeams } from "./shirt-seams.ts";
import { blazerSeams, coatSeams, dartedCoatSeams, waistcoatSeams } from "./tailored-seams.ts";

/** The seams of every design that meet, with their ease. */
export const SEAMS_OF_DESIGN: Readonly<Record<DraftableDesign, PairsOfDraft>> = {
  simon: shirtSeams,
  simone: shirtSeams,
  teagan: tShirtSeams,
  jaeger: blazerSeams,
  wahid: waistcoatSeams,
  carlton: coatSeams,
  carlita: dartedCoatSeams,
  bibi: gownSeams,
  bella: bodiceSeams,
  noble: princessSeams,
  charlie: chinosSeams,
  titan: trouserSeams,
  penelope: pencilSkirtSeams,
  sandy: circleSkirtSeams,
  trayvon: tieSeams,
  // A bow tie is two equal layers: no seam of it can differ.
  benjamin: () => [],
};
