import type { FitSection, LocatedPoint } from "#features/garments/fit-memory/fit-sections.ts";
import { pointKey } from "#features/garments/fit-memory/fit-sections.ts";
import type { CheckedPoint } from "#features/garments/quality-control/quality-check.ts";
import { isWithinTolerance } from "#features/garments/quality-control/quality-check.ts";
import { targetsOfSection } from "#features/garments/quality-control/quality-targets.server.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import { followersOf, tapeAt } from "../pattern-drafts/reported-points.ts";
import type { CorrectedDraft } from "./corrected-orders.ts";

const REACHED_MM = 1;
const OTHERS_MM = 3;
/**
 * How far a girth may go along with a correction that names it, written down a second time on purpose: a trunk by a centimetre, a neck and a
 * wrist by half of it, and never further than the correction.
 */
const ALONG_MM: Readonly<Record<string, number>> = {
  chest: 10,
  waist: 10,
  hips: 10,
  seat: 10,
  hem: 10,
  sleeve: 12,
  neck: 5,
  wrist: 5,
};

const inMm = (mm: number) => `${mm > 0 ? "+" : ""}${mm.toFixed(1)}`;

/**
 * Everything beside the corrected point that moved by more than 3 mm; what belongs to it, by more than it and 3 mm; what the draft says goes
 * along, by more than a tailor lets it.
 */
function movedBeside(
  before: CorrectedDraft,
  after: CorrectedDraft,
  { byMm, point, tape }: { byMm: number; point: string; tape: string },
): string[] {
  const followers = followersOf(after.draft.design, point);
  const named = new Set(after.draft.followed.map(({ measure }) => measure as string));
  return [...before.measured].flatMap(([name, was]) => {
    if (name === tape) return [];
    const changed = (after.measured.get(name) ?? Number.NaN) - was;
    const along = named.has(name) ? Math.min(ALONG_MM[name] ?? 0, Math.abs(byMm)) : 0;
    const limit = Math.max(OTHERS_MM, along) + (followers.includes(name) ? Math.abs(byMm) : 0);
    return Math.abs(changed) <= limit ? [] : [`${name} ${inMm(changed)}`];
  });
}

/** What is drawn and what it was solved with: a refused correction leaves both alone. */
const drawingOf = ({ draft: { design, options, parts } }: CorrectedDraft) =>
  JSON.stringify([design, options, parts.map(({ lines, part }) => [part, lines])]);

export type Verdict = {
  readonly outcome: "reached" | "refused";
  readonly faults: readonly string[];
};

/** Compares the next order's draft against the one before: the reported point by what was asked within 1 mm, or nothing at all. */
export function verdictOf(
  before: CorrectedDraft,
  after: CorrectedDraft,
  { byMm, point }: { byMm: number; point: string },
): Verdict {
  const change = after.stored.content.changes.find((each) => each.point === point);
  if (!change?.reached) {
    const isNamed = after.stored.content.findings.some(({ code }) => code === "asked-not-reached");
    return {
      outcome: "refused",
      faults: [
        ...(drawingOf(before) === drawingOf(after) ? [] : ["the drawing changed"]),
        ...(isNamed && after.stored.status === "review" ? [] : ["nobody is told"]),
      ],
    };
  }
  const tape = tapeAt(before.measured, point);
  if (tape === null) return { outcome: "reached", faults: ["nothing to measure"] };
  const reached = (after.measured.get(tape) ?? Number.NaN) - (before.measured.get(tape) ?? 0);
  const isReached = Math.abs(reached - byMm) <= REACHED_MM;
  return {
    outcome: "reached",
    faults: [
      ...(isReached ? [] : [`${tape} ${inMm(reached)}`]),
      ...movedBeside(before, after, { byMm, point, tape }),
    ],
  };
}

/**
 * Quality control of a garment that was sewn exactly as it is drawn: each point that the tool measures, against the targets that the
 * shop reads from the stored draft. The points outside their tolerance.
 */
export function qualityFaults(
  { measured, stored }: CorrectedDraft,
  section: FitSection,
  component: ComponentName,
): string[] {
  const source = { approved: [{ component, content: stored.content }], specification: null };
  const { targets } = targetsOfSection(section, source);
  return targets.flatMap(({ body: _, over, target, under, ...located }) => {
    const tape = tapeAt(measured, located.point);
    if (tape === null || target === null) return [];
    const sewn = Math.round(measured.get(tape) ?? 0);
    const checked: CheckedPoint = { ...located, target, over, under, measured: sewn };
    return isWithinTolerance(checked)
      ? []
      : [`${pointKey(located as LocatedPoint)} ${sewn - target}`];
  });
}
