import type {
  Finding,
  FitChange,
  PatternDesign,
} from "#features/patterns/designs/pattern-design.ts";

const OFF_GOAL: ReadonlySet<string> = new Set([
  "too-little-ease",
  "too-much-ease",
  "hem-off",
  "sleeve-off",
]);

/** Tells findings about a measure that leaves the ease of its fit or its place because a correction asks it to. The least ease stays. */
export function expectedFindings(
  { requested }: PatternDesign,
  changes: readonly FitChange[],
): (finding: Finding) => boolean {
  const measures = new Set(
    changes.flatMap(({ point }) => {
      const rule = requested[point];
      return rule ? [...rule.measures, ...(rule.moves ?? [])] : [];
    }),
  );
  return ({ code, measure }) => measure !== null && OFF_GOAL.has(code) && measures.has(measure);
}
