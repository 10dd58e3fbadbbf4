import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { DraftMeasures } from "#features/patterns/designs/pattern-design.ts";
import type { StyleTarget } from "#features/patterns/styles/style-rules.ts";
import { concernsDesign, ruleOfStyle } from "#features/patterns/styles/style-rules.ts";
import type { DraftJob, StyleResult } from "./garment-draft.ts";
import { missOf, ORDERED_LENGTH_TOLERANCE_MM } from "./reach-lengths.ts";

const ENDS = { hemLevel: "The hem", sleeveLength: "The sleeve" } as const;

function missText({ measure }: StyleTarget, missMm: number): string {
  const subject = measure === "sleeveLength" ? ENDS.sleeveLength : ENDS.hemLevel;
  return `${subject} ends ${Math.round(Math.abs(missMm))} mm too ${missMm > 0 ? "low" : "high"}.`;
}

/** What became of the ordered styles that are a question about the design. */
export function styleResultsOf(
  design: DraftableDesign,
  measured: DraftMeasures,
  { requestedChanges, styles }: DraftJob,
): readonly StyleResult[] {
  const pattern = patternDesignOf(design);
  return styles
    .filter((style) => concernsDesign(design, style))
    .map((style): StyleResult => {
      const rule = ruleOfStyle(design, style);
      if (!rule) return { style, outcome: "by_hand", note: "" };
      if (rule.byHand !== undefined) return { style, outcome: "by_hand", note: rule.byHand };
      const { target } = rule;
      if (!target) return { style, outcome: "drafted", note: "" };
      const missMm = missOf(target.measure, measured, {
        design: pattern,
        changes: requestedChanges,
      });
      if (missMm === null) return { style, outcome: "by_hand", note: "" };
      return Math.abs(missMm) <= ORDERED_LENGTH_TOLERANCE_MM
        ? { style, outcome: "drafted", note: "" }
        : { style, outcome: "by_hand", note: missText(target, missMm) };
    });
}
