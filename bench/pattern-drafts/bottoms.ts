import type { DrawnPart } from "./draft.ts";
import { outlineOf } from "./draft.ts";
import type { Examination } from "./findings.ts";
import { bodyGirthAt, spanOf, sumOf } from "./findings.ts";
import type { Interval, Outline, Point } from "./geometry.ts";
import { boundsOf, distance, lengthOf, sliceAt, waysBetween, widthWithin } from "./geometry.ts";

const INSIDE_MM = 0.5;

const whole = (intervals: readonly Interval[]) =>
  widthWithin(intervals, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);

export type TrouserRecipe = {
  /** Its side seam is complete, without a cut for the pocket. */
  readonly front: string;
  readonly back: string;
  /** What is printed of the front below its pocket, where the front with the complete side seam is not. */
  readonly leg?: string;
  /** Spans along the top edge of both halves. */
  readonly waist:
    | readonly { readonly part: string; readonly from: string; readonly to: string }[]
    | null;
  readonly waistband?: string;
};

function examineWaistband(examination: Examination, recipe: TrouserRecipe): void {
  const top = examination.part(recipe.front)?.points.styleWaistOut;
  if (!top || !recipe.waist) return;
  const half = sumOf(
    recipe.waist.map(({ part, from, to }) => spanOf(examination.part(part), from, to)),
  );
  if (half === null) {
    examination.broken("waist");
    return;
  }
  let girth = 2 * half;
  let level = top.y;
  const band = recipe.waistband ? examination.part(recipe.waistband) : null;
  const outline = outlineOf(band ?? undefined);
  if (band && outline.length > 0) {
    const { top: upper, bottom } = boundsOf(outline);
    girth = Math.min(girth, bottom - upper - (band.points.cfRight?.y ?? 0));
    // A straight band has one length: it is compared with the body at its middle.
    level -= (band.points.top?.x ?? 0) / 2;
  }
  examination.girth("waist", girth, bodyGirthAt(examination.body, level));
}

/**
 * The part of a slice outside the straight line that prolongs the center seam from the waist: what lies inside goes between the legs
 * and not around the seat.
 */
function outsideCenter({ points }: DrawnPart, slice: readonly Interval[], y: number): number {
  const start = points.crotchSeamCurveStart ?? points.crossSeamCurveStart;
  const { styleWaistOut, waistIn } = points;
  if (!start || !waistIn || !styleWaistOut || y <= start.y) return whole(slice);
  const lean = (start.x - waistIn.x) / (start.y - waistIn.y);
  const center = waistIn.x + (y - waistIn.y) * lean;
  const [low, high] = styleWaistOut.x > center ? [center, Infinity] : [-Infinity, center];
  return widthWithin(slice, low, high);
}

type Around = { readonly from: number; readonly around: (below: number) => number };

/** Every centimetre between the top edge and the seat; darts count as cloth. */
function examineBetween(examination: Examination, { around, from }: Around): void {
  const { body } = examination;
  for (let below = Math.max(0, from) + 10; below < body.waistToSeat; below += 10) {
    examination.girth("between levels", around(below), bodyGirthAt(body, below));
  }
}

/** Measures trousers on their seam lines, without allowance at the hem. */
export function examineTrousers(examination: Examination, recipe: TrouserRecipe): void {
  const { body } = examination;
  const front = examination.part(recipe.front);
  const back = examination.part(recipe.back);
  if (!front || !back) {
    examination.broken("missing part");
    return;
  }
  const frontSeam = outlineOf(front);
  const backSeam = outlineOf(back);
  const legSeam = outlineOf(examination.part(recipe.leg ?? recipe.front) ?? undefined);
  const both = (frontY: number, backY: number) =>
    whole(sliceAt(legSeam, frontY)) + whole(sliceAt(backSeam, backY));
  examineWaistband(examination, recipe);
  const trunk = (y: number) =>
    2 *
    (outsideCenter(front, sliceAt(frontSeam, y), y) + outsideCenter(back, sliceAt(backSeam, y), y));
  examination.girth("seat", trunk(body.waistToSeat), body.seat);
  const forks = [front.points.fork?.y ?? Number.NaN, back.points.fork?.y ?? Number.NaN] as const;
  examineBetween(examination, {
    // Above the lowest end of a slanting top edge the cloth does not go all around.
    from: Math.max(
      ...[front, back].flatMap(({ points }) =>
        [points.styleWaistIn, points.styleWaistOut].map((end) => end?.y ?? Infinity),
      ),
    ),
    around: trunk,
  });
  examination.atLeast("fork above seat", Math.min(...forks), body.waistToSeat);
  examination.girth("thigh", both(forks[0] + INSIDE_MM, forks[1] + INSIDE_MM), body.upperLeg);
  const knees = [front.points.knee?.y ?? Number.NaN, back.points.knee?.y ?? Number.NaN] as const;
  examination.girth("knee", both(knees[0], knees[1]), body.knee);
}

/** Dart legs run steeper than the edge they cut. */
const isAlongEdge = (from: Point, to: Point) => Math.abs(to.x - from.x) >= Math.abs(to.y - from.y);

/** The top edge of half a skirt, without its darts. */
function topEdge(outline: Outline, from: Point, to: Point): number | null {
  const ways = waysBetween(outline, from, to);
  if (!ways) return null;
  const way = ways.toSorted(
    (a, b) => Math.max(...a.map(({ y }) => y)) - Math.max(...b.map(({ y }) => y)),
  )[0];
  if (!way) return null;
  return way.reduce((sum, point, index) => {
    const previous = way[index - 1];
    return previous && isAlongEdge(previous, point) ? sum + distance(previous, point) : sum;
  }, 0);
}

/** The top edge of a full figure's skirt dips by so much: above it a level does not go all around. */
const TOP_DIP_MM = 20;

export function examinePencilSkirt(examination: Examination): void {
  const { body } = examination;
  const parts = ["penelope.front", "penelope.back"].map((name) => examination.part(name));
  const edges = parts.map((part) => {
    const { lWaist, rWaist } = part?.points ?? {};
    return part && lWaist && rWaist ? topEdge(outlineOf(part), lWaist, rWaist) : null;
  });
  const half = sumOf(edges);
  if (half === null) examination.broken("waist");
  else examination.girth("waist", 2 * half, body.waist);
  const at = (y: number) =>
    2 *
    parts.reduce((sum, part) => {
      const slices = part ? sliceAt(outlineOf(part), y) : [];
      return sum + widthWithin(slices, 0, Number.POSITIVE_INFINITY);
    }, 0);
  examination.girth("hips", at(body.waistToHips), body.hips);
  examination.girth("seat", at(body.waistToSeat), body.seat);
  examineBetween(examination, { from: TOP_DIP_MM, around: at });
}

/** Measures a circle skirt: its part is cut on one fold for each panel, on two for a seamless circle. */
export function examineCircleSkirt(examination: Examination): void {
  const { body, draft } = examination;
  const part = examination.part("sandy.skirt");
  const outline = outlineOf(part ?? undefined);
  const { in2, in2Flipped, ex2, ex2Flipped } = part?.points ?? {};
  if (!in2 || !in2Flipped || !ex2 || !ex2Flipped) {
    examination.broken("waist");
    return;
  }
  const shortest = (from: Point, to: Point) => {
    const ways = waysBetween(outline, from, to);
    return ways ? Math.min(...ways.map(lengthOf)) : Number.NaN;
  };
  const { defaults } = draft;
  const copies = defaults.seamlessFullCircle === true ? 4 : 2 * Number(defaults.panels ?? 1);
  const inner = copies * shortest(in2Flipped, in2);
  const outer = copies * shortest(ex2Flipped, ex2);
  const length = distance(in2, ex2);
  const band = examination.part("sandy.waistband");
  const bounds = boundsOf(outlineOf(band ?? undefined));
  const position = Number(defaults.waistbandPosition ?? 0.5) * body.waistToHips;
  examination.girth("waist", inner, bodyGirthAt(body, position));
  const bandWidth = (bounds.bottom - bounds.top) / 2;
  const down = body.waistToSeat - position - bandWidth;
  const atSeat = inner + ((outer - inner) * Math.min(length, Math.max(0, down))) / length;
  examination.girth("seat", atSeat, body.seat);
}
