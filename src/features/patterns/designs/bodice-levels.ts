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

/** The shortest way from a point to a straight seam. */
export function distanceToSeam(
  from: DraftPoint,
  [start, end]: readonly [DraftPoint, DraftPoint],
): number {
  const length = distance(start, end);
  const across = (end.x - start.x) * (from.y - start.y) - (end.y - start.y) * (from.x - start.x);
  return Math.abs(across) / length;
}

/**
 * Between waist and bust a bodice with a side dart is measured up to the lower leg of the dart. The front is longer over the bust, so the
 * level of the back's side seam is met at the same share of the way from its waist to the bust: from the center to the waist dart, and
 * from there to the side.
 */
export function findTightSideDart(
  report: DraftReport,
  { back, chestY, front }: { front: string; back: string; chestY: number },
): void {
  const { body, drafted } = report;
  const inFront = (name: string) => drafted.point(front, name);
  const behind = (name: string) => drafted.point(back, name);
  const side = inFront("sideHem");
  const dart = inFront("bustDartBottom");
  const bust = inFront("bust");
  const center = inFront("cfHem");
  const backSide = behind("waistSide");
  const above = backSide.y - chestY;
  // The waist edge of the back slopes: below its highest point the back does not go all around.
  const edges = ["waistCenter", "dartBottomLeft", "dartBottomRight"].map(
    (name) => behind(name).y - backSide.y,
  );
  const frontAt = (up: number) => {
    const y = center.y - (up / above) * (center.y - bust.y);
    const [left, right] = sliceAt(drafted.line(front), y - INSIDE_MM);
    const isSplit = left !== undefined && right !== undefined;
    const legs = isSplit ? { left: left.to, right: right.from } : { left: bust.x, right: bust.x };
    const share = Math.min(1, up / distance(side, dart));
    const atSide = { x: side.x + share * (dart.x - side.x), y: side.y + share * (dart.y - side.y) };
    return legs.left - center.x + distance({ x: legs.right, y }, atSide);
  };
  report.tightLevel({
    from: -Math.min(above, distance(side, dart)),
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
