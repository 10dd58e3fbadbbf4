import { DESIGN_MEASUREMENTS, isOfArm } from "#features/body/measurement/required-measurements.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type { FitChange } from "#features/patterns/designs/pattern-design.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import { designsOfComponent } from "#features/patterns/designs/pattern-table.ts";
import type { StyleName } from "./garment-styles.ts";
import { ruleOfStyle } from "./style-rules.ts";

const NO_SLEEVES: StyleName = "sleeve:none";

/**
 * Whether a design is drafted without sleeves with these styles, so that no measurement of the arm moves a line of it. A design without
 * a rule for it keeps its sleeves until a tailor leaves them out.
 */
export function isDraftedSleeveless(
  design: DraftableDesign,
  styles: readonly StyleName[],
): boolean {
  return styles.includes(NO_SLEEVES) && ruleOfStyle(design, NO_SLEEVES) !== null;
}

const POINTS_OF_SLEEVE: ReadonlySet<FitChange["point"]> = new Set(["sleeve", "upperArm"]);

/**
 * The corrections of earlier garments that a draft has a seam for. One without sleeves has none for a longer or a wider sleeve: nothing is
 * missing of it then, and the next garment with sleeves is corrected.
 */
export function changesOfDraft(
  design: DraftableDesign,
  styles: readonly StyleName[],
  changes: readonly FitChange[],
): readonly FitChange[] {
  if (!isDraftedSleeveless(design, styles)) return changes;
  return changes.filter(({ point }) => !POINTS_OF_SLEEVE.has(point));
}

/**
 * Whether a garment of these components is ordered without sleeves and can be drafted without the arm. True of what a tailor drafts by
 * hand as soon as that was chosen.
 */
export function isSleeveless(
  components: readonly ComponentName[],
  styles: readonly StyleName[],
): boolean {
  return (
    styles.includes(NO_SLEEVES) &&
    components
      .flatMap(designsOfComponent)
      .every(
        (design) =>
          isDraftedSleeveless(design, styles) ||
          !DESIGN_MEASUREMENTS[design].required.some(isOfArm),
      )
  );
}
