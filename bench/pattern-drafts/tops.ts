import type { DrawnPart } from "./draft.ts";
import { outlineOf } from "./draft.ts";
import type { Examination } from "./findings.ts";
import { bodyGirthAt, sumOf } from "./findings.ts";
import type { Outline, Point } from "./geometry.ts";
import {
  boundsOf,
  distance,
  flatten,
  lengthOf,
  sliceAt,
  waysBetween,
  widthWithin,
} from "./geometry.ts";

/** A part of a body, half of which the pattern shows: from its center line to the side. */
type Panel = {
  readonly part: string;
  /** From the center line (x = 0); a side panel counts whole. */
  readonly isHalf: boolean;
  /** Open in front below the last button: counts to its outer edge. */
  readonly isOpen?: boolean;
  /** Landmarks at each level. */
  readonly chest?: string;
  readonly waist: string;
  readonly hem?: string;
  /** Closed darts drawn beside the seam line. */
  readonly dart?: string;
};

/** The way from one landmark to another along the seam line of a part. */
type Way = {
  readonly part: string;
  readonly from: string;
  readonly to: string;
  /** The path that is drawn of the part; its seam line without it. */
  readonly path?: string;
};

export type TopRecipe = {
  readonly panels: readonly Panel[];
  /** A coat's back ends at its waist. */
  readonly reaches?: "waist";
  readonly armhole: readonly Way[];
  readonly neck?: readonly Way[];
  readonly sleeve?: { readonly kind: "one part" | "two parts"; readonly parts: readonly string[] };
  readonly inverted?: { readonly part: string; readonly left: string; readonly right: string };
  readonly jog?: readonly {
    readonly part: string;
    readonly upper: string;
    readonly lower: string;
  }[];
};

const INSIDE_MM = 0.5;

/** Bibi's outline is drawn in separate seams: the next is the one that begins or ends closest. */
function joinedSeams(part: DrawnPart): Outline {
  const names = ["sideSeam", "hem", "centerLine", "backNeck", "frontNeck", "shoulder", "armhole"];
  const seams = names.flatMap((name) => {
    const path = part.paths[name];
    return path ? [flatten(path.ops)] : [];
  });
  const joined: Point[] = [...(seams.shift() ?? [])];
  while (seams.length > 0) {
    const end = joined.at(-1);
    if (!end) return [];
    const gap = (seam: Outline) =>
      Math.min(distance(end, seam[0] ?? end), distance(end, seam.at(-1) ?? end));
    seams.sort((a, b) => gap(a) - gap(b));
    const next = seams.shift() ?? [];
    const isReversed = distance(end, next.at(-1) ?? end) < distance(end, next[0] ?? end);
    joined.push(...(isReversed ? next.toReversed() : next));
  }
  return joined;
}

export function seamOf(part: DrawnPart | null): Outline {
  if (!part) return [];
  return part.paths.seam ? outlineOf(part) : joinedSeams(part);
}

/** The cloth of one panel at height `y`, without its darts. */
function widthAt(part: DrawnPart, panel: Panel, y: number): number | null {
  const intervals = sliceAt(seamOf(part), y);
  if (intervals.length === 0) return null;
  if (!panel.isHalf)
    return widthWithin(intervals, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  const outward = Math.sign(part.points.armhole?.x ?? 1);
  const [low, high] = outward > 0 ? [0, Number.POSITIVE_INFINITY] : [Number.NEGATIVE_INFINITY, 0];
  const whole = panel.isOpen
    ? Math.max(...intervals.flatMap(({ from, to }) => [from * outward, to * outward]))
    : widthWithin(intervals, low, high);
  const dart = panel.dart ? sliceAt(outlineOf(part, panel.dart), y) : [];
  return whole - widthWithin(dart, low, high);
}

/** The height of the chest line: under the arm, or at the bust where it lies below the armhole. */
const chestHeight = (part: DrawnPart, hpsToBust: number) =>
  Math.max(hpsToBust, (part.points.armhole?.y ?? 0) + INSIDE_MM);

type Level = "chest" | "waist" | "hem";

function heightOf(part: DrawnPart, panel: Panel, level: Level, hpsToBust: number): number | null {
  if (level === "chest" && panel.chest === undefined) return chestHeight(part, hpsToBust);
  const name = panel[level];
  const point = name === undefined ? undefined : part.points[name];
  return point ? point.y - INSIDE_MM : null;
}

function girthAt(examination: Examination, recipe: TopRecipe, level: Level): number | null {
  const widths = recipe.panels.map((panel) => {
    const part = examination.part(panel.part);
    const y = part ? heightOf(part, panel, level, examination.body.hpsToBust) : null;
    return part && y !== null ? widthAt(part, panel, y) : null;
  });
  const half = sumOf(widths);
  return half === null ? null : 2 * half;
}

/** Where the side seam of a part ends above a curved or slashed hem. */
function sideEndOf({ points }: DrawnPart): number {
  const end = points.bballEnd ?? (points.slashEnd ? points.hips : points.hem);
  return end?.y ?? Number.POSITIVE_INFINITY;
}

/** The girth so far below the waist, null where no panel goes around, a part has no cloth or its side seam has ended. */
export function girthBelowWaist(
  examination: Examination,
  recipe: TopRecipe,
  below: number,
): number | null {
  if (recipe.panels.length === 0) return null;
  const half = sumOf(
    recipe.panels.map((panel) => {
      const part = examination.part(panel.part);
      const waist = part?.points[panel.waist]?.y;
      if (!part || waist === undefined || waist + below > sideEndOf(part)) return null;
      return widthAt(part, panel, waist - INSIDE_MM + below);
    }),
  );
  return half === null ? null : 2 * half;
}

const LEVEL_STEP_MM = 10;

/** Hips and seat where a tape finds them, and every centimetre between waist and seat. */
function examineBelowWaist(examination: Examination, recipe: TopRecipe): void {
  const { body } = examination;
  examination.girth("hips", girthBelowWaist(examination, recipe, body.waistToHips), body.hips);
  examination.girth("seat", girthBelowWaist(examination, recipe, body.waistToSeat), body.seat);
  for (let below = 0; below < body.waistToSeat; below += LEVEL_STEP_MM) {
    const girth = girthBelowWaist(examination, recipe, below);
    examination.girth("between levels", girth, bodyGirthAt(body, below));
  }
}

/** From waist to chest, part by part in proportion, because their chest lines lie at different heights. */
function examineAboveWaist(examination: Examination, recipe: TopRecipe): void {
  const { body } = examination;
  const steps = 10;
  for (let step = 1; step < steps; step += 1) {
    const share = step / steps;
    const half = sumOf(
      recipe.panels.map((panel) => {
        const part = examination.part(panel.part);
        const waist = part ? heightOf(part, panel, "waist", body.hpsToBust) : null;
        const chest = part ? heightOf(part, panel, "chest", body.hpsToBust) : null;
        if (!part || waist === null || chest === null) return null;
        return widthAt(part, panel, waist + share * (chest - waist));
      }),
    );
    const girth = half === null ? null : 2 * half;
    examination.girth("between levels", girth, body.waist + share * (body.chest - body.waist));
  }
}

function wayLength(examination: Examination, way: Way): number | null {
  const part = examination.part(way.part);
  const from = part?.points[way.from];
  const to = part?.points[way.to];
  if (!from || !to) return null;
  const outline = way.path && part ? outlineOf(part, way.path) : seamOf(part);
  const ways = waysBetween(outline, from, to);
  return ways && Math.min(...ways.map(lengthOf));
}

const lengthOfWays = (examination: Examination, ways: readonly Way[]) =>
  sumOf(ways.map((way) => wayLength(examination, way)));

type Sleeve = { readonly width: number; readonly cap: number; readonly capHeight: number };

/** The cap is the way over the top. */
function capOf(outline: Outline, left: Point, right: Point): Point[] | null {
  const ways = waysBetween(outline, left, right);
  if (!ways) return null;
  const meanHeight = (way: readonly Point[]) => way.reduce((sum, { y }) => sum + y, 0) / way.length;
  const [first, second] = ways;
  return meanHeight(first) < meanHeight(second) ? first : second;
}

export const wholeWidth = (outline: Outline, y: number) =>
  widthWithin(sliceAt(outline, y), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);

function onePartSleeve(examination: Examination, name: string): Sleeve | null {
  const part = examination.part(name);
  const left = part?.points.bicepsLeft;
  const right = part?.points.bicepsRight;
  if (!left || !right) return null;
  const outline = seamOf(part);
  const cap = capOf(outline, left, right);
  if (!cap) return null;
  return {
    width: wholeWidth(outline, left.y + INSIDE_MM),
    cap: lengthOf(cap),
    capHeight: left.y - Math.min(...cap.map(({ y }) => y)),
  };
}

function twoPartSleeve(examination: Examination, names: readonly string[]): Sleeve | null {
  const [top, under] = names.map((name) => examination.part(name));
  if (!top || !under) return null;
  const { tsLeftEdge, backPitchPoint } = top.points;
  const { usLeftEdge, usTip } = under.points;
  if (!tsLeftEdge || !backPitchPoint || !usLeftEdge || !usTip) return null;
  const topOutline = seamOf(top);
  const underOutline = seamOf(under);
  const caps = [
    capOf(topOutline, tsLeftEdge, backPitchPoint),
    capOf(underOutline, usLeftEdge, usTip),
  ];
  const cap = sumOf(caps.map((way) => way && lengthOf(way)));
  if (cap === null) return null;
  return {
    width:
      wholeWidth(topOutline, tsLeftEdge.y + INSIDE_MM) +
      wholeWidth(underOutline, usLeftEdge.y + INSIDE_MM),
    cap,
    capHeight: tsLeftEdge.y - boundsOf(topOutline).top,
  };
}

/** Farther apart, a cap cannot be eased into its armhole. */
const CAP_MM = 10;
const LEAST_CAP_HEIGHT = 0.12;
const LEAST_ARMHOLE = 1.1;
/** The side seam steps out by more than this share of the way down. */
const GREATEST_JOG = 0.75;

function examineSleeve(examination: Examination, recipe: TopRecipe): void {
  const armhole = lengthOfWays(examination, recipe.armhole);
  if (armhole === null) examination.broken("armhole");
  const { biceps } = examination.body;
  examination.atLeast("armhole", armhole, LEAST_ARMHOLE * biceps, biceps);
  const isSleeveless = examination.draft.defaults.sleeves === false;
  if (!recipe.sleeve || isSleeveless || armhole === null) return;
  const { kind, parts } = recipe.sleeve;
  const sleeve =
    kind === "one part"
      ? onePartSleeve(examination, parts[0] ?? "")
      : twoPartSleeve(examination, parts);
  if (!sleeve) {
    examination.broken("sleeve");
    return;
  }
  examination.girth("sleeve", sleeve.width, biceps);
  const ease = Number(examination.draft.defaults.sleevecapEase ?? 0);
  examination.atMost("cap length", Math.abs(sleeve.cap - armhole * (1 + ease)), CAP_MM, sleeve.cap);
  examination.atLeast("cap height", sleeve.capHeight / sleeve.width, LEAST_CAP_HEIGHT);
}

function examineDarts(examination: Examination, recipe: TopRecipe): void {
  const { inverted, jog } = recipe;
  if (inverted) {
    const part = examination.part(inverted.part);
    const left = part?.points[inverted.left];
    const right = part?.points[inverted.right];
    if (left && right) examination.atLeast("inverted dart", right.x - left.x, 0);
  }
  for (const side of jog ?? []) {
    const part = examination.part(side.part);
    const upper = part?.points[side.upper];
    const lower = part?.points[side.lower];
    if (!upper || !lower) continue;
    const stepOut = (Math.abs(lower.x) - Math.abs(upper.x)) / Math.max(1, lower.y - upper.y);
    examination.atMost("side-seam jog", stepOut, GREATEST_JOG);
  }
}

/** Measures a shirt, jacket, coat or dress on its seam lines. */
export function examineTop(examination: Examination, recipe: TopRecipe): void {
  const { body } = examination;
  const hasHem = recipe.panels.length > 0 && recipe.panels.every(({ hem }) => hem !== undefined);
  if (recipe.panels.length > 0) {
    examination.girth("chest", girthAt(examination, recipe, "chest"), body.chest);
    examination.girth("waist", girthAt(examination, recipe, "waist"), body.waist);
    examineAboveWaist(examination, recipe);
    if (recipe.reaches !== "waist") examineBelowWaist(examination, recipe);
  }
  if (hasHem) {
    const below = hemBelowWaist(examination, recipe);
    if (below !== null) {
      examination.girth("hem", girthAt(examination, recipe, "hem"), bodyGirthAt(body, below));
    }
  }
  if (recipe.neck) {
    const half = lengthOfWays(examination, recipe.neck);
    examination.girth("neck", half === null ? null : 2 * half, body.neck);
  }
  examineSleeve(examination, recipe);
  examineDarts(examination, recipe);
}

/** How far below the waist the hem of the last panel, the back, lies. */
function hemBelowWaist(examination: Examination, recipe: TopRecipe): number | null {
  const panel = recipe.panels.at(-1);
  const part = panel ? examination.part(panel.part) : null;
  const hem = part?.points[panel?.hem ?? ""];
  const waist = part?.points[panel?.waist ?? ""];
  return hem && waist ? hem.y - waist.y : null;
}
