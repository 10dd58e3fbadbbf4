import { patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { Finding } from "#features/patterns/designs/pattern-design.ts";
import type { DraftRequest } from "./draft-request.ts";
import type { FreeSewingPattern, LoadedDesign } from "./freesewing.server.ts";
import { warningsOf } from "./freesewing.server.ts";
import { spaced, withCapital } from "./part-titles.ts";

/** What FreeSewing warned about and no rule of the design has read. */
export function unreadWarnings(
  { design, loaded }: Pick<DraftRequest, "design" | "loaded">,
  pattern: FreeSewingPattern,
): readonly Finding[] {
  const { readWarnings = [] } = patternDesignOf(design);
  return warningsOf(pattern)
    .filter((warning) => !readWarnings.some((known) => known.test(warning)))
    .map((warning) => ({
      code: "warned" as const,
      measure: null,
      reason: `FreeSewing warns: ${warningText(loaded, warning)}`,
      spot: null,
      by: 0,
    }));
}

/** A flag has a title, which the design's package may lack when another design raised the flag. */
function warningText({ texts }: LoadedDesign, warning: string): string {
  const key = warning.slice(warning.indexOf(":") + 1);
  const isFlag = /^\w+:\w+$/.test(warning);
  return isFlag ? `${texts.strings[`${key}.t`] ?? withCapital(spaced(key))}.` : warning;
}
