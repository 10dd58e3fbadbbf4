import type { SHOULDER_SHAPES } from "#features/body/measurement/measurement-profile.ts";
import type { MeasurementSet } from "#features/body/measurement/required-measurements.ts";
import { DESIGN_MEASUREMENTS } from "#features/body/measurement/required-measurements.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import { handAlteredParts } from "./hand-alterations.ts";
import type { StatedPosture } from "./posture-amounts.ts";
import { POSTURE_MM } from "./posture-amounts.ts";
import type { ShapeAmounts } from "./shape-alterations.ts";
import { HAND_ALTERATION_NAMES, shapeAmountText } from "./shape-alterations.ts";
import { SHAPED_DESIGNS } from "./shaped-designs.ts";

type ShoulderShape = (typeof SHOULDER_SHAPES)[number];

/** How a person says that she stands and how her shoulders fall; null where she did not say it. */
export type StatedShape = { readonly posture: string | null; readonly shoulders: string | null };

/** Stated beside the measured slope, which every design that hangs from the shoulders is drawn from. */
const UNUSUAL_SHOULDERS: ReadonlySet<string> = new Set<ShoulderShape>(["square", "sloping"]);

const isPosture = (text: string | null): text is StatedPosture =>
  text !== null && Object.hasOwn(POSTURE_MM, text);

/** The alterations that a stated shape asks for; a design leaves out those that it does not have. */
export function amountsOfShape({ posture }: Pick<StatedShape, "posture">): ShapeAmounts {
  const mm = isPosture(posture) ? POSTURE_MM[posture] : 0;
  return mm === 0 ? {} : { posture: mm };
}

/** What became of a stated shape in one design, for the tailor. */
export type ShapeState = {
  /** "Posture: forward". */
  readonly label: string;
  readonly outcome: "drafted" | "by_hand" | "none";
  readonly note: string;
};

const requires = (design: DraftableDesign, name: string): boolean => {
  const { required }: MeasurementSet = DESIGN_MEASUREMENTS[design];
  return required.some((each) => each === name);
};

/** Posture and shoulders concern what hangs from the shoulders. */
const hangsFromShoulders = (design: DraftableDesign) => requires(design, "shoulderSlope");

function outcomeOfPosture(
  design: DraftableDesign,
  amounts: ShapeAmounts,
): Omit<ShapeState, "label"> {
  if (SHAPED_DESIGNS[design]?.alterations.posture) {
    const mm = amounts.posture ?? 0;
    const note = mm === 0 ? "no alteration, as the tailor set it" : shapeAmountText("posture", mm);
    return { outcome: "drafted", note };
  }
  if (requires(design, "hpsToWaistFront")) {
    return { outcome: "drafted", note: "drawn from the measured front and back lengths" };
  }
  if (patternDesignOf(design).knit) return { outcome: "none", note: "a knit gives" };
  return { outcome: "by_hand", note: "no design alters this garment to it" };
}

/**
 * What became of every stated shape that is not average, with the amounts that a draft of the design was made with, and of each
 * alteration that the tailor makes by hand.
 */
export function shapeStates(
  design: DraftableDesign,
  { posture, shoulders }: StatedShape,
  amounts: ShapeAmounts,
): readonly ShapeState[] {
  if (!hangsFromShoulders(design)) return [];
  const states: ShapeState[] = [];
  if (isPosture(posture) && POSTURE_MM[posture] !== 0) {
    states.push({ label: `Posture: ${posture}`, ...outcomeOfPosture(design, amounts) });
  }
  if (shoulders !== null && UNUSUAL_SHOULDERS.has(shoulders)) {
    const note = "drawn from the slope in the measurements";
    states.push({ label: `Shoulders: ${shoulders}`, outcome: "drafted", note });
  }
  for (const name of HAND_ALTERATION_NAMES) {
    const mm = amounts[name] ?? 0;
    if (mm === 0 || handAlteredParts(design, name).length === 0) continue;
    states.push({
      label: shapeAmountText(name, mm),
      outcome: "by_hand",
      note: "the cut list says what to do on each part",
    });
  }
  return states;
}
