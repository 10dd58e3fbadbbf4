import type { DrawnPart } from "./draft.ts";
import { outlineOf } from "./draft.ts";
import type { Examination } from "./findings.ts";
import { spanOf, sumOf } from "./findings.ts";
import type { Point } from "./geometry.ts";
import { distance, lengthOf, rotate, sliceAt, waysBetween, widthWithin } from "./geometry.ts";
import { examineTop, seamOf, wholeWidth } from "./tops.ts";

/** Every centimetre between waist and chest, the body straight between its two girths. */
function examineBetween(
  examination: Examination,
  { aboveMm }: { aboveMm: number },
  around: (above: number) => number | null,
): void {
  const { chest, waist } = examination.body;
  for (let above = 10; above < aboveMm; above += 10) {
    const girth = waist + (above / aboveMm) * (chest - waist);
    examination.girth("between levels", around(above), girth);
  }
}

/** The scye dart turns the side of the front around the tip of the waist dart; sewn, it lies straight again. */
function frontWidthOf(front: DrawnPart, atLevel: number): number | null {
  const { dartTop, dartWaistRight, waist, armhole } = front.points;
  if (!dartTop || !dartWaistRight || !waist || !armhole) return null;
  const angle = -Math.atan2(waist.y - dartWaistRight.y, waist.x - dartWaistRight.x);
  const straight = (point: Point) => rotate(point, dartTop, angle);
  const ways = waysBetween(seamOf(front), dartTop, armhole);
  const way = ways?.find((points) => points.some(({ y }) => y > waist.y));
  if (!way) return null;
  const top = straight(armhole);
  const y = Math.max(atLevel, top.y + 0.5);
  const side = [...way.map(straight), { x: dartTop.x, y: top.y }];
  const toDart = Math.min(...sliceAt(seamOf(front), y).map(({ to }) => to));
  const inner = y > dartTop.y ? toDart : dartTop.x;
  return inner + widthWithin(sliceAt(side, y), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
}

export function examineWaistcoat(examination: Examination): void {
  const { body } = examination;
  const front = examination.part("wahid.front");
  const back = examination.part("wahid.back");
  if (!front || !back) {
    examination.broken("missing part");
    return;
  }
  const fromCenter = (name: string) => front.points[name]?.x ?? Number.NaN;
  const behind = (y: number) => widthWithin(sliceAt(seamOf(back), y), 0, Number.POSITIVE_INFINITY);
  const inFront = frontWidthOf(front, body.hpsToBust);
  const chestY = Math.max(body.hpsToBust, (back.points.armhole?.y ?? 0) + 0.5);
  const chest = behind(chestY);
  examination.girth("chest", inFront === null ? null : 2 * (inFront + chest), body.chest);
  const waistY = back.points.cbWaist?.y ?? Number.NaN;
  examineBetween(examination, { aboveMm: waistY - chestY }, (above) => {
    const half = sumOf([frontWidthOf(front, waistY - above), behind(waistY - above)]);
    return half === null ? null : 2 * half;
  });
  const levels = [
    ["waist", "dartWaistLeft", "dartWaistRight", "waist", "cbWaist"],
    ["hips", "dartHipLeft", "dartHipRight", "hips", "cbHips"],
  ] as const;
  for (const [level, dartLeft, dartRight, side, center] of levels) {
    const outer = spanOf(front, dartRight, side);
    const y = back.points[center]?.y;
    if (outer === null || y === undefined) continue;
    const half = fromCenter(dartLeft) + outer + behind(y - 0.5);
    examination.girth(level, 2 * half, body[level]);
  }
  examineTop(examination, {
    panels: [],
    armhole: [
      { part: "wahid.front", from: "armhole", to: "shoulder" },
      { part: "wahid.back", from: "armhole", to: "shoulder" },
    ],
  });
}

const BELLA_NECK = [
  { part: "bella.frontSideDart", from: "hps", to: "cfNeck" },
  { part: "bella.back", from: "hps", to: "cbNeck" },
] as const;

const pointBetween = (from: Point, to: Point, share: number): Point => ({
  x: from.x + share * (to.x - from.x),
  y: from.y + share * (to.y - from.y),
});

/** How far the back's side seam is walked from the waist up to a level; null without one. */
function sewnWayUp(back: DrawnPart, y: number): number | null {
  const { armhole, waistSide } = back.points;
  const ways = waistSide && armhole && waysBetween(seamOf(back), waistSide, armhole);
  if (!ways) return null;
  const way = ways[0].length > 0 && lengthOf(ways[0]) < lengthOf(ways[1]) ? ways[0] : ways[1];
  let up = 0;
  for (const [index, point] of way.entries()) {
    const before = way[index - 1];
    if (!before) continue;
    const share = Math.min(1, Math.max(0, (before.y - y) / (before.y - point.y)));
    up += share * distance(before, point);
    if (point.y <= y) break;
  }
  return up;
}

/** The point of the front's side seam that meets the back's at height y, walked up from the waist past the closed dart. */
function sewnSideAt(front: DrawnPart, back: DrawnPart, y: number): Point | null {
  const { armhole, bustDartBottom, bustDartTop, sideHem } = front.points;
  const up = sewnWayUp(back, y);
  if (!armhole || !bustDartBottom || !bustDartTop || !sideHem || up === null) return null;
  const upper = distance(bustDartTop, armhole);
  const aboveDart = up - distance(sideHem, bustDartBottom);
  return pointBetween(bustDartTop, armhole, Math.min(upper, Math.max(0, aboveDart)) / upper);
}

const ALL = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** The point of a line at a share of its length. */
function pointAlong(line: readonly Point[], share: number): Point | null {
  let rest = share * lengthOf(line);
  for (const [index, point] of line.entries()) {
    const before = line[index - 1];
    if (!before) continue;
    const step = distance(before, point);
    if (step >= rest && step > 0) {
      const part = rest / step;
      const across = before.x + part * (point.x - before.x);
      return { x: across, y: before.y + part * (point.y - before.y) };
    }
    rest -= step;
  }
  return line.at(-1) ?? null;
}

const shorterWay = (part: DrawnPart | null, from: string, to: string): Point[] | null => {
  const a = part?.points[from];
  const b = part?.points[to];
  const ways = part && a && b ? waysBetween(seamOf(part), a, b) : null;
  return ways && (lengthOf(ways[0]) <= lengthOf(ways[1]) ? ways[0] : ways[1]);
};

/** How low the straight line from one point to another passes a third one; infinite where it begins beside it. */
const yBeside = ({ x }: Point, from: Point, to: Point) =>
  from.x >= x ? Number.POSITIVE_INFINITY : pointBetween(from, to, (x - from.x) / (to.x - from.x)).y;

/** Through so many points of a sewn dart a way over it is tried, from its tip to the side seam. */
const DART_POINTS = 100;

/**
 * The shortest way on the cloth from a leg of the waist dart to a point of the side seam above the side dart: over a point of the dart's
 * drawn seam, which is another one on each leg, or straight past its tip.
 */
function wayOverSideDart(front: DrawnPart, leg: Point, side: Point): number | null {
  const tip = front.points.bustDartTip;
  const lower = shorterWay(front, "bustDartTip", "bustDartBottom");
  const upper = shorterWay(front, "bustDartTip", "bustDartTop");
  if (!tip || !lower || !upper) return null;
  const ways = Array.from({ length: DART_POINTS + 1 }, (_, index) => {
    const one = pointAlong(lower, index / DART_POINTS);
    const other = pointAlong(upper, index / DART_POINTS);
    return one && other ? distance(leg, one) + distance(other, side) : Infinity;
  });
  const past = yBeside(tip, leg, side) <= tip.y ? distance(leg, side) : Infinity;
  return Math.min(past, ...ways);
}

/**
 * The front is longer over the bust than its side seam, so its level is at the same share of both, and its darts are sewn: a level of the
 * paper alone lies below the center where it meets the side.
 */
function examineBelowBust(
  examination: Examination,
  { back, chestY, front }: { front: DrawnPart; back: DrawnPart; chestY: number },
): void {
  const { bust, bustDartBottom, cfHem, sideHem, waistDartTip } = front.points;
  const { waistSide } = back.points;
  if (!bust || !bustDartBottom || !cfHem || !sideHem || !waistSide) return;
  const aboveMm = waistSide.y - chestY;
  const belowDart = distance(sideHem, bustDartBottom);
  examineBetween(examination, { aboveMm }, (above) => {
    const y = cfHem.y - (above / aboveMm) * (cfHem.y - bust.y);
    const [left, right] = sliceAt(seamOf(front), y - 0.5);
    // Above the tip of the waist dart a slice is open at the side dart alone.
    const isOpen = left && right && y > (waistDartTip?.y ?? y);
    const [inner, outer] = isOpen ? [left.to, right.from] : [bust.x, bust.x];
    const up = sewnWayUp(back, waistSide.y - above);
    if (up === null) return null;
    const leg = { x: outer, y };
    const side =
      up <= belowDart
        ? pointBetween(sideHem, bustDartBottom, up / belowDart)
        : sewnSideAt(front, back, waistSide.y - above);
    if (!side) return null;
    const toSide = up <= belowDart ? distance(leg, side) : wayOverSideDart(front, leg, side);
    if (toSide === null) return null;
    const behind = widthWithin(sliceAt(seamOf(back), waistSide.y - above), 0, Infinity);
    return 2 * (inner - cfHem.x + toSide + behind);
  });
}

/** The bust dart may not reach the armhole or the waist. */
const LEAST_SIDE_SEAM_MM = 10;

export function examineBodice(examination: Examination): void {
  const { body } = examination;
  const front = examination.part("bella.frontSideDart");
  const back = examination.part("bella.back");
  if (!front || !back) {
    examination.broken("missing part");
    return;
  }
  const hasFrontDart = spanOf(front, "cfHem", "waistDartLeft") !== null;
  const waist = [
    ...(hasFrontDart
      ? [spanOf(front, "cfHem", "waistDartLeft"), spanOf(front, "waistDartRight", "sideHem")]
      : [spanOf(front, "cfHem", "sideHem")]),
    spanOf(back, "waistCenter", "dartBottomLeft"),
    spanOf(back, "dartBottomRight", "waistSide"),
  ];
  const half = sumOf(waist);
  if (half === null) examination.broken("waist");
  else examination.girth("waist", 2 * half, body.waist);
  const { bust, cfHem } = front.points;
  const y = Math.max(body.hpsToBust, (back.points.armhole?.y ?? 0) + 0.5);
  const side = sewnSideAt(front, back, y);
  if (bust && side && cfHem) {
    const behind = widthWithin(sliceAt(seamOf(back), y), 0, Number.POSITIVE_INFINITY);
    const inFront = bust.x - cfHem.x + distance(bust, side);
    examination.girth("chest", 2 * (inFront + behind), body.chest);
    examineBelowBust(examination, { front, back, chestY: y });
  }
  const rest = [
    spanOf(front, "armhole", "bustDartTop"),
    spanOf(front, "bustDartBottom", "sideHem"),
  ];
  examination.atLeast(
    "bust dart",
    rest.some((length) => length === null) ? 0 : Math.min(...rest.map(Number)),
    LEAST_SIDE_SEAM_MM,
  );
  examineTop(examination, {
    panels: [],
    neck: BELLA_NECK,
    armhole: [
      { part: "bella.frontSideDart", from: "armhole", to: "shoulder" },
      { part: "bella.back", from: "armhole", to: "shoulder" },
    ],
    sleeve: { kind: "one part", parts: ["bella.sleeve"] },
  });
  examineWrist(examination, "bella.sleeve", "wristLeft");
}

/** From notch to notch at the bust: the outer front counts the shortest way to its side seam. */
function princessChest(examination: Examination): number | null {
  const part = (name: string) => examination.part(`noble.${name}`);
  const { bustInside, cfHem } = part("frontInside")?.points ?? {};
  const { armhole, bustOutside, sideHem } = part("frontOutside")?.points ?? {};
  const { armhole: backArmhole } = part("backOutside")?.points ?? {};
  if (!bustInside || !cfHem || !armhole || !bustOutside || !sideHem || !backArmhole) return null;
  const steps = 200;
  const toSide = Array.from({ length: steps + 1 }, (_, index) => {
    const share = index / steps;
    const x = sideHem.x + share * (armhole.x - sideHem.x);
    return distance(bustOutside, { x, y: sideHem.y + share * (armhole.y - sideHem.y) });
  });
  const y = Math.max(examination.body.hpsToBust, backArmhole.y + 0.5);
  const behind = (name: string, path: string, low: number) =>
    widthWithin(sliceAt(outlineOf(part(name) ?? undefined, path), y), low, Infinity);
  const back =
    behind("backInside", "insideSeam", 0) + behind("backOutside", "outsideSeam", -Infinity);
  return 2 * (bustInside.x - cfHem.x + Math.min(...toSide) + back);
}

/** Between waist and bust the princess seams are walked in step, and the outer front counts the shortest way to its side. */
function examinePrincessSeams(examination: Examination): void {
  const part = (name: string) => examination.part(`noble.${name}`);
  const inner = shorterWay(part("frontInside"), "waistDartLeft", "bustInside");
  const outer = shorterWay(part("frontOutside"), "waistDartRight", "bustOutside");
  const { armhole, sideHem } = part("frontOutside")?.points ?? {};
  const { armhole: backArmhole, waistSide } = part("backOutside")?.points ?? {};
  const { cfHem } = part("frontInside")?.points ?? {};
  if (!inner || !outer || !armhole || !sideHem || !backArmhole || !waistSide || !cfHem) return;
  const chestY = Math.max(examination.body.hpsToBust, backArmhole.y + 0.5);
  const aboveMm = waistSide.y - chestY;
  const sides = Array.from({ length: 101 }, (_, index) => {
    const share = index / 100;
    const x = sideHem.x + share * (armhole.x - sideHem.x);
    return { x, y: sideHem.y + share * (armhole.y - sideHem.y) };
  });
  examineBetween(examination, { aboveMm }, (above) => {
    const inside = pointAlong(inner, above / aboveMm);
    const outside = pointAlong(outer, above / aboveMm);
    if (!inside || !outside) return null;
    const toSide = Math.min(...sides.map((point) => distance(point, outside)));
    const slices = (name: string, path: string) =>
      sliceAt(outlineOf(part(name) ?? undefined, path), waistSide.y - above);
    const behind =
      widthWithin(slices("backInside", "insideSeam"), 0, Infinity) +
      widthWithin(slices("backOutside", "outsideSeam"), ...ALL);
    return 2 * (inside.x - cfHem.x + toSide + behind);
  });
}

export function examinePrincessBodice(examination: Examination): void {
  const part = (name: string) => examination.part(`noble.${name}`);
  const waist = sumOf([
    spanOf(part("frontInside"), "cfHem", "waistDartLeft"),
    spanOf(part("frontOutside"), "waistDartRight", "sideHem"),
    spanOf(part("backInside"), "waistCenter", "dartBottomLeft", "insideSeam"),
    spanOf(part("backOutside"), "dartBottomRight", "waistSide", "outsideSeam"),
  ]);
  if (waist === null) examination.broken("waist");
  else examination.girth("waist", 2 * waist, examination.body.waist);
  examination.girth("chest", princessChest(examination), examination.body.chest);
  examinePrincessSeams(examination);
  examineTop(examination, {
    panels: [],
    neck: [
      { part: "noble.frontInside", from: "hps", to: "cfNeck" },
      { part: "noble.backInside", from: "hps", to: "cbNeck" },
    ],
    armhole: [
      { part: "noble.frontOutside", from: "armhole", to: "shoulder" },
      // The seam of the undivided back stays in the part, and a trued shoulder leaves it.
      { part: "noble.backOutside", from: "armhole", to: "shoulder", path: "outsideSeam" },
    ],
  });
}

/** The opening of the sleeve at the hand. */
function examineWrist(examination: Examination, name: string, landmark: string): void {
  const part = examination.part(name);
  const y = part?.points[landmark]?.y;
  if (!part || y === undefined) return;
  examination.girth("wrist", wholeWidth(seamOf(part), y - 0.5), examination.body.wrist);
}
