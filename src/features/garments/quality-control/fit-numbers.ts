import type { PointReport } from "#features/garments/fit-memory/correction.ts";
import { formatAmount } from "#features/garments/fit-memory/correction.ts";
import { deviationTexts } from "#features/garments/fit-memory/fit-points.ts";
import type { LocatedPoint } from "#features/garments/fit-memory/fit-sections.ts";
import { pointKey } from "#features/garments/fit-memory/fit-sections.ts";
import type { CheckedPoint } from "./quality-check.ts";
import { deviationOf, isAgainstPattern } from "./quality-check.ts";

/**
 * Three different numbers of one point of a finished garment, in whole mm. Null: not measured, without a pattern, without a body that
 * compares with it, or not reported.
 */
export type FitNumbers = LocatedPoint & {
  /** How much more was sewn than the approved pattern has. */
  readonly sewnMm: number | null;
  /** How much more the pattern has than the body. */
  readonly easeMm: number | null;
  /** How much too long, wide or loose the wearer finds it; 0 where a report says that it is right. */
  readonly reportedMm: number | null;
};

/**
 * What was sewn, drawn and reported at each point that was measured or reported, in the order of the check. `reported` is null without a
 * report. Checks of before, whose targets were not the pattern's, have neither sewn nor drawn numbers.
 */
export function fitNumbersOf(
  checked: readonly CheckedPoint[],
  reported: readonly PointReport[] | null,
): FitNumbers[] {
  const reports = new Map(reported?.map((each) => [pointKey(each), each.mm]));
  const unreported = reported === null ? null : 0;
  const measured = checked.map((each): FitNumbers => {
    const { body = null, component, point, target } = each;
    const isDrawn = isAgainstPattern(each) && target !== null;
    return {
      ...(component && { component }),
      point,
      sewnMm: isDrawn ? deviationOf(each) : null,
      easeMm: isDrawn && body !== null ? target - body : null,
      reportedMm: reports.get(pointKey(each)) ?? unreported,
    };
  });
  const known = new Set(measured.map(pointKey));
  const others = (reported ?? []).filter((each) => !known.has(pointKey(each)));
  return [
    ...measured,
    ...others.map(({ component, mm, point }): FitNumbers => {
      return { ...(component && { component }), point, sewnMm: null, easeMm: null, reportedMm: mm };
    }),
  ];
}

const NONE = "–";

/** "As the pattern", "0.3 cm too short": what was sewn against the pattern. */
export function sewnText({ point, sewnMm }: FitNumbers): string {
  if (sewnMm === null) return NONE;
  if (sewnMm === 0) return "As the pattern";
  return `${formatAmount(sewnMm, "cm")} ${deviationTexts(point)[sewnMm > 0 ? 0 : 1]}`;
}

/** "10.4 cm more than the body": the pattern against the body. */
export function easeText({ easeMm }: FitNumbers): string {
  if (easeMm === null) return NONE;
  if (easeMm === 0) return "As the body";
  return `${formatAmount(easeMm, "cm")} ${easeMm > 0 ? "more" : "less"} than the body`;
}

/** "Right", "1 cm too long": what the wearer says. */
export function reportText({ point, reportedMm }: FitNumbers): string {
  if (reportedMm === null) return NONE;
  if (reportedMm === 0) return "Right";
  return `${formatAmount(reportedMm, "cm")} ${deviationTexts(point)[reportedMm > 0 ? 0 : 1]}`;
}
