import type { Spot } from "#features/patterns/designs/pattern-design.ts";
import { CAP_TOLERANCE_MM } from "#features/patterns/seams/seam-pair.ts";
import type { DraftReport } from "./draft-report.ts";
import { inMm } from "./draft-report.ts";
import { lengthOf, widthAt } from "./drafted-part.ts";
import { seamLine } from "./seam-lengths.ts";

/** A flatter cap lifts the arm away from the body. */
const MIN_CAP_HEIGHT = 0.125;
/** The arm passes through its armhole. */
export const MIN_ARMHOLE = 1.11;

export type SleeveInput = {
  readonly part: string;
  /** Both ends of the cap and a point on top. */
  readonly cap: readonly [string, string, string];
  readonly armhole: number;
  readonly armholeSpot: Spot;
  /** Cap ease asked for, as a share of the armhole. */
  readonly capEase?: number;
};

/** One-part sleeves: width at the upper arm, cap against armhole, height of the cap, armhole against the arm. */
export function measureSleeve(report: DraftReport, input: SleeveInput): void {
  const { drafted, body } = report;
  const { part, cap } = input;
  const right = drafted.point(part, cap[0]);
  const left = drafted.point(part, cap[2]);
  const line = seamLine(drafted, part, cap);
  const top = line.reduce((best, point) => (point.y < best.y ? point : best), right);
  const under = Math.max(right.y, left.y);
  // A cap that dips below the underarm takes its width away.
  const below = widthAt(drafted.line(part), under + 0.5);
  const width = Math.min(Math.abs(right.x - left.x), below > 0 ? below : Infinity);
  const lowest = line.reduce((best, point) => (point.y > best.y ? point : best), right);
  const spot: Spot = { part, x: right.x, y: right.y };
  report.girth("sleeve", { finished: width, body: body.biceps, spot });
  measureCap(report, { ...input, width, length: lengthOf(line), height: under - top.y, spot });
  if (lowest.y - under > 3) {
    const reason = "The sleeve cap dips below the underarm.";
    report.find("flat-cap", reason, {
      name: "capHeight",
      spot: { part, ...lowest },
      by: lowest.y - under,
    });
  }
}

type CapInput = {
  readonly armhole: number;
  readonly armholeSpot: Spot;
  readonly width: number;
  readonly length: number;
  readonly height: number;
  readonly spot: Spot;
  /** Asked for, as a share of the armhole. */
  readonly capEase?: number;
};

/** A sleeve cap and its armhole, for sleeves of one or two parts. Whether they can be sewn is walked with the other seams. */
export function measureCap(report: DraftReport, cap: CapInput): void {
  const { armhole, armholeSpot, width, length, height, spot } = cap;
  const eased = armhole * (1 + (cap.capEase ?? 0));
  report.record("sleeveCap", length, { wanted: eased, within: CAP_TOLERANCE_MM });
  report.record("capHeight", height, { least: MIN_CAP_HEIGHT * width });
  report.atLeast("flat-cap", height, MIN_CAP_HEIGHT * width, {
    reason: `The sleeve cap is only ${inMm(height)} high: the sleeve would pull at the armpit.`,
    name: "capHeight",
    spot,
  });
  requireArmhole(report, armhole, armholeSpot);
}

/**
 * A wide upper arm as a share of the chest, for a garment without sleeves whose arm was not measured: relaxed, 97 of 100 of the 996 women
 * and of the 2,042 men of ANSUR II have a narrower one (median 0.32), and the armhole that it asks for lets all but one of them through.
 */
export const WIDE_ARM = 0.36;

/** The arm must pass through its armhole, with or without a sleeve. */
export function requireArmhole(report: DraftReport, armhole: number, spot: Spot): void {
  const { chest } = report.body;
  const biceps = report.body.biceps ?? (chest === undefined ? undefined : WIDE_ARM * chest);
  report.record("armhole", armhole, {
    least: biceps === undefined ? null : MIN_ARMHOLE * biceps,
  });
  if (biceps === undefined) return;
  report.atLeast("tight-armhole", armhole, MIN_ARMHOLE * biceps, {
    reason: `The armhole measures ${inMm(armhole)}, too tight for an arm of ${inMm(biceps)}.`,
    name: "armhole",
    spot,
  });
}
