import { isDraftableDesign, patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { MeasureName } from "#features/patterns/designs/pattern-design.ts";
import type { RequestedEases } from "#features/patterns/drafting/garment-draft.ts";
import type { PatternContent } from "./pattern-content.ts";

type EasedContent = Pick<PatternContent, "design" | "measures">;

/** A girth of a draft whose ease an option moves: what the body has, what was asked for and what the finished garment has, in mm. */
type EasedGirth = {
  readonly option: string;
  readonly body: number;
  /** Null where the cut decides. */
  readonly requested: number | null;
  readonly reached: number;
};

/** The eased girths of a draft that were measured, in the order of its design; none of a draft by hand. */
export function easedGirthsOf({ design, measures }: EasedContent): readonly EasedGirth[] {
  if (design === null || !isDraftableDesign(design)) return [];
  const { eases } = patternDesignOf(design);
  return (Object.entries(eases) as [MeasureName, string][]).flatMap(
    ([name, option]): readonly EasedGirth[] => {
      const measure = measures.find((each) => each.name === name);
      const body = measure?.body ?? null;
      if (!measure || body === null || body <= 0) return [];
      const { easeAsked, finished } = measure;
      return [{ option, body, requested: easeAsked, reached: finished - body }];
    },
  );
}

/**
 * Options without those whose ease a tailor asks for: looking for options that fit, the solver finds what makes the ease of the finished
 * garment, which an option that stays as it is would keep it from.
 */
export function withoutRequestedEases<Value>(
  options: Readonly<Record<string, Value>>,
  eases: RequestedEases,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(options).filter(([option]) => !(option in eases)));
}

/** What a draft was asked for, as shares of the body: what a redraw with other options is asked for still. */
export function requestedEasesOf(content: EasedContent): RequestedEases {
  return Object.fromEntries(
    easedGirthsOf(content).flatMap(({ body, option, requested }) =>
      requested === null ? [] : [[option, requested / body]],
    ),
  );
}
