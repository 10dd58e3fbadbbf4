import { bodyGirthAboveWaist } from "#features/patterns/measuring/body-girth.ts";
import type { DraftReport } from "#features/patterns/measuring/draft-report.ts";
import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import {
  distance,
  lengthOf,
  sectionOf,
  sliceAt,
  widthAt,
} from "#features/patterns/measuring/drafted-part.ts";

const INSIDE_MM = 0.5;

export const between = (from: DraftPoint, to: DraftPoint, share: number): DraftPoint => ({
  x: from.x + share * (to.x - from.x),
  y: from.y + share * (to.y - from.y),
});

/** The shortest way from a point to a straight seam. */
export function distanceToSeam(
  from: DraftPoint,
  [start, end]: readonly [DraftPoint, DraftPoint],
): number {
  const length = distance(start, end);
  const across = (end.x - start.x) * (from.y - start.y) - (end.y - start.y) * (from.x - start.x);
  return Math.abs(across) / length;
}

type Dart = { readonly tip: DraftPoint; readonly lower: DraftPoint; readonly upper: DraftPoint };

const FULL_TURN = 2 * Math.PI;

/** The angle between two points as seen from a third one, at most half a turn. */
function angleAt(center: DraftPoint, one: DraftPoint, other: DraftPoint): number {
  const to = (point: DraftPoint) => Math.atan2(point.y - center.y, point.x - center.x);
  const turn = Math.abs(to(one) - to(other));
  return Math.min(turn, FULL_TURN - turn);
}

/**
 * The shortest way on the cloth from a point below a dart to one above it when the dart is sewn: the cloth is a cone around the tip, and
 * half a turn of it or more is passed over the tip.
 */
export function wayOverDart(
  { lower, tip, upper }: Dart,
  below: DraftPoint,
  above: DraftPoint,
): number {
  const overSeam = angleAt(tip, below, lower) + angleAt(tip, upper, above);
  const aroundTip = FULL_TURN - angleAt(tip, lower, upper) - overSeam;
  const angle = Math.min(overSeam, aroundTip, Math.PI);
  const one = distance(tip, below);
  const other = distance(tip, above);
  return Math.sqrt(one ** 2 + other ** 2 - 2 * one * other * Math.cos(angle));
}

/**
 * Between waist and bust a bodice with a side dart is measured as it is sewn. The front is longer over the bust, so the level of the
 * back's side seam is met at the same share of the way from its waist to the bust: from the center to the waist dart, and from there to
 * the side, above the side dart across its seam.
 */
export function findTightSideDart(
  report: DraftReport,
  { back, chestY, front }: { front: string; back: string; chestY: number },
): void {
  const { body, drafted } = report;
  const inFront = (name: string) => drafted.point(front, name);
  const behind = (name: string) => drafted.point(back, name);
  const side = inFront("sideHem");
  const dart: Dart = {
    tip: inFront("bustDartTip"),
    lower: inFront("bustDartBottom"),
    upper: inFront("bustDartTop"),
  };
  const armhole = inFront("armhole");
  const waistDartTipY = drafted.hasPoint(front, "waistDartTip")
    ? inFront("waistDartTip").y
    : Number.POSITIVE_INFINITY;
  const belowDart = distance(side, dart.lower);
  const aboveDart = distance(dart.upper, armhole);
  const bust = inFront("bust");
  const center = inFront("cfHem");
  const backSide = behind("waistSide");
  const above = backSide.y - chestY;
  // Side seams are sewn together along their slanting lines, levels are vertical.
  const sideSlant = distance(backSide, behind("armhole")) / (backSide.y - behind("armhole").y);
  // The waist edge of the back slopes: below its highest point the back does not go all around.
  const edges = ["waistCenter", "dartBottomLeft", "dartBottomRight"].map(
    (name) => behind(name).y - backSide.y,
  );
  const frontAt = (up: number) => {
    const y = center.y - (up / above) * (center.y - bust.y);
    const [left, right] = sliceAt(drafted.line(front), y - INSIDE_MM);
    // Above the tip of the waist dart a slice is split at the side dart alone.
    const isSplit = left !== undefined && right !== undefined && y > waistDartTipY;
    const legs = isSplit ? { left: left.to, right: right.from } : { left: bust.x, right: bust.x };
    const leg = { x: legs.right, y };
    const along = up * sideSlant;
    const toSide =
      along <= belowDart
        ? distance(leg, between(side, dart.lower, along / belowDart))
        : wayOverDart(dart, leg, between(dart.upper, armhole, (along - belowDart) / aboveDart));
    return legs.left - center.x + toSide;
  };
  report.tightLevel({
    from: -above,
    to: Math.min(0, ...edges),
    bodyAt: (level) => bodyGirthAboveWaist(body, -level / above),
    garmentAt: (level) =>
      2 * (frontAt(-level) + widthAt(drafted.line(back), backSide.y + level, 0)),
    measureAt: () => "waist",
    spotAt: (level) => ({ part: front, x: side.x, y: side.y + level }),
  });
}

/** The point of a seam at a share of its length. */
function alongSeam(line: Polyline, share: number): DraftPoint {
  let rest = share * lengthOf(line);
  for (const [index, point] of line.entries()) {
    const before = line[index - 1];
    if (!before) continue;
    const length = distance(before, point);
    if (rest <= length && length > 0) {
      const part = rest / length;
      return {
        x: before.x + part * (point.x - before.x),
        y: before.y + part * (point.y - before.y),
      };
    }
    rest -= length;
  }
  return line.at(-1) ?? { x: 0, y: 0 };
}

type Princess = {
  readonly frontInside: string;
  readonly frontOutside: string;
  readonly backInside: string;
  readonly backOutside: string;
  readonly chestY: number;
};

/**
 * Between waist and bust a bodice with princess seams is measured from its center to the seam of the inner front, and from the same share
 * of the outer front's seam the shortest way to the side.
 */
export function findTightPrincess(report: DraftReport, parts: Princess): void {
  const { backInside, backOutside, chestY, frontInside, frontOutside } = parts;
  const { body, drafted } = report;
  const inner = (name: string) => drafted.point(frontInside, name);
  const outer = (name: string) => drafted.point(frontOutside, name);
  const backSide = drafted.point(backOutside, "waistSide");
  const above = backSide.y - chestY;
  const ofInner = sectionOf(drafted.line(frontInside), [
    inner("waistDartLeft"),
    null,
    inner("bustInside"),
  ]);
  const ofOuter = sectionOf(drafted.line(frontOutside), [
    outer("waistDartRight"),
    null,
    outer("bustOutside"),
  ]);
  const side = [outer("sideHem"), outer("armhole")] as const;
  report.tightLevel({
    from: -above,
    to: 0,
    bodyAt: (level) => bodyGirthAboveWaist(body, -level / above),
    garmentAt: (level) => {
      const share = -level / above;
      const y = backSide.y + level;
      const inFront =
        alongSeam(ofInner, share).x -
        inner("cfHem").x +
        distanceToSeam(alongSeam(ofOuter, share), side);
      const behind =
        widthAt(drafted.line(backInside, "insideSeam"), y, 0) +
        widthAt(drafted.line(backOutside, "outsideSeam"), y);
      return 2 * (inFront + behind);
    },
    measureAt: () => "waist",
    spotAt: (level) => ({ part: frontOutside, ...alongSeam(ofOuter, -level / above) }),
  });
}
