import type { DraftReport } from "./draft-report.ts";
import type { Polyline } from "./drafted-part.ts";
import { distance, lineAt } from "./drafted-part.ts";

/**
 * What a tailor sees at once on a drawing although every girth is right. The limits were found by looking at drafts of people
 * of all sizes; they never make a draft ready that the pass test refuses.
 */
const inMm = (value: number) => `${Math.round(value)} mm`;

/**
 * From the narrowest line of chest or back to the underarm: 60 to 80 mm on most people, 120 to 160 mm on heavy ones whose
 * shirts were looked at and found sound. Wider, the cloth gathers there.
 */
const MAX_UNDERARM_MM = 160;

/** `shownOn`: the part that has the underarm where a side panel is cut from the part that is measured. */
export function findWideUnderarm(report: DraftReport, part: string, shownOn = part): void {
  const pitch = report.spot(part, "armholePitch");
  const underarm = report.spot(shownOn, "armhole");
  const width = Math.abs(underarm.x - pitch.x);
  report.atLeast("wide-underarm", MAX_UNDERARM_MM - width, 0, {
    reason: `The underarm is ${inMm(width)} wide: cloth would gather below the arm.`,
    spot: underarm,
  });
}

/**
 * FreeSewing draws the armhole from the line across back or chest outwards to the side seam. Where it has no way to go, it folds: without
 * any, the curve turns around below the underarm or the side seam at the bust; with 2 mm the allowance still breaks off, with 6 mm seam and
 * allowance are whole.
 */
const LEAST_UNDERARM_MM = 6;

/** Of a half on the fold whose shoulders may be as wide as a quarter of its chest: what FreeSewing flags as `largeShoulderWidth`. */
export function findNarrowUnderarm(report: DraftReport, part: string): void {
  const pitch = report.spot(part, "armholePitch");
  const underarm = report.spot(part, "armhole");
  const width = underarm.x - pitch.x;
  report.atLeast("narrow-underarm", width, LEAST_UNDERARM_MM, {
    reason: `The armhole reaches ${inMm(Math.max(0, width))} under the arm and needs ${LEAST_UNDERARM_MM} mm: it lies ${inMm(pitch.x)} from the middle, the side seam ${inMm(underarm.x)}. The shoulders are wide for this chest.`,
    spot: underarm,
  });
}

/** A side seam must not step sideways: a jog cannot be sewn. */
const MAX_JOG_SLOPE = 1;
const MAX_JOG_MM = 10;

/** The longest step counts, so that a solver sees when it becomes shorter. */
export function findSideJog(report: DraftReport, part: string, line: Polyline): void {
  let sideways = 0;
  let longest = 0;
  let end = line[0];
  for (let i = 1; i < line.length; i += 1) {
    const a = line[i - 1];
    const b = line[i];
    if (!a || !b) continue;
    const isFlat = Math.abs(b.x - a.x) > MAX_JOG_SLOPE * Math.abs(b.y - a.y);
    sideways = isFlat ? sideways + Math.abs(b.x - a.x) : 0;
    if (sideways > longest) [longest, end] = [sideways, b];
  }
  if (!end) return;
  report.atLeast("side-jog", MAX_JOG_MM - longest, 0, {
    reason: "The side seam steps out sideways.",
    spot: { part, ...end },
  });
}

/** Less is the roundness of a curve at its end. */
const MAX_SPUR_MM = 1;

/** A side seam runs down to the hem. `line`: from the waist to the hem; where it runs below the hem and back up, a spur is cut. */
export function findSideSpur(report: DraftReport, part: string, line: Polyline): void {
  let [lowest] = line;
  let longest = 0;
  for (const point of line) {
    if (lowest === undefined || point.y > lowest.y) lowest = point;
    longest = Math.max(longest, lowest.y - point.y);
  }
  if (!lowest) return;
  report.atLeast("side-spur", MAX_SPUR_MM - longest, 0, {
    reason: `The side seam runs ${inMm(longest)} below the hem and back.`,
    spot: { part, ...lowest },
  });
}

type DartAtSide = {
  readonly part: string;
  /** Ends of the seam that is left above or below the dart. */
  readonly rests: readonly (readonly [from: string, to: string])[];
  readonly leastMm: number;
  /** Where the finding is drawn. */
  readonly at: string;
};

/** A bust dart leaves side seam beside it, so that its legs can be sewn together. */
export function findDartBesideCorner(report: DraftReport, dart: DartAtSide): void {
  const { part, rests, leastMm, at } = dart;
  const point = (name: string) => report.drafted.point(part, name);
  const rest = Math.min(...rests.map(([from, to]) => distance(point(from), point(to))));
  report.atLeast("dart-eats-seam", rest, leastMm, {
    reason: "The bust dart leaves hardly any side seam above or below it.",
    spot: report.spot(part, at),
  });
}

/** A pocket ends this far inside the seam it lies beside. */
const LEAST_INSIDE_MM = 10;

/** Corners of a pocket against the side seam of its part, which lies to the right of it. */
export function findPocketOverSide(
  report: DraftReport,
  { part, side, corners }: { part: string; side: Polyline; corners: readonly string[] },
): void {
  for (const name of corners) {
    const corner = report.spot(part, name);
    const edge = lineAt(side, corner.y);
    if (edge === null) continue;
    report.atLeast("pocket-over-edge", edge - corner.x, LEAST_INSIDE_MM, {
      reason: "The pocket lies over the side seam.",
      spot: corner,
    });
  }
}

/** The lower end of a pocket against the hem below it. */
export function findPocketBelowHem(
  report: DraftReport,
  { part, corner, hemY }: { part: string; corner: string; hemY: number },
): void {
  const spot = report.spot(part, corner);
  report.atLeast("pocket-over-edge", hemY - spot.y, LEAST_INSIDE_MM, {
    reason: "The pocket bag is longer than the jacket.",
    spot,
  });
}
