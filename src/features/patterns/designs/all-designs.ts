import type { Design } from "#features/body/measurement/required-measurements.ts";
import { benjamin, trayvon } from "./accessories.ts";
import { bella, noble } from "./bodices.ts";
import { carlita, carlton } from "./coats.ts";
import { bibi } from "./gown.ts";
import { jaeger } from "./jackets.ts";
import type { PatternDesign } from "./pattern-design.ts";
import { simon, simone } from "./shirts.ts";
import { penelope, sandy } from "./skirts.ts";
import { teagan } from "./t-shirt.ts";
import { charlie, titan } from "./trousers.ts";
import { wahid } from "./waistcoat.ts";

/** Designs that the shop drafts: each has a measuring rule. */
export const PATTERN_DESIGNS = {
  simon,
  simone,
  teagan,
  jaeger,
  wahid,
  carlton,
  carlita,
  bibi,
  bella,
  noble,
  charlie,
  titan,
  penelope,
  sandy,
  trayvon,
  benjamin,
} as const satisfies Partial<Record<Design, PatternDesign>>;

export type DraftableDesign = keyof typeof PATTERN_DESIGNS;

export const DRAFTABLE_DESIGNS = Object.keys(PATTERN_DESIGNS) as readonly DraftableDesign[];

/** Whether external text names a design that the shop drafts. */
export function isDraftableDesign(text: string): text is DraftableDesign {
  return Object.hasOwn(PATTERN_DESIGNS, text);
}

export function patternDesignOf(design: DraftableDesign): PatternDesign {
  return PATTERN_DESIGNS[design];
}
