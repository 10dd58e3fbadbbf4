import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type { DraftedParts, DraftPoint } from "#features/patterns/measuring/drafted-part.ts";
import { distance } from "#features/patterns/measuring/drafted-part.ts";
import { handAlterationText, handAlteredParts } from "./hand-alterations.ts";
import type { DrawnAlterationName, ShapeAmounts, ShapeMeasure } from "./shape-alterations.ts";
import {
  isHandAlteration,
  SHAPE_ALTERATION_NAMES,
  SHAPE_ALTERATIONS,
  shapeAmountText,
} from "./shape-alterations.ts";
import type { HalfPoints, ShapedHalf } from "./shaped-designs.ts";
import { SHAPED_DESIGNS } from "./shaped-designs.ts";

type Vector = { readonly x: number; readonly y: number };
/** How far a point of a part moves, in mm. */
type Field = (at: DraftPoint) => Vector;

type Landmarks = Readonly<
  Record<
    Exclude<keyof HalfPoints, "reference" | "parts">,
    { readonly x: number; readonly y: number }
  >
>;

/** Null for a part or a point that the draft does not have. */
const pointOf = (parts: DraftedParts, part: string, name: string): Vector | null => {
  const point = parts[part]?.points[name];
  return point ? { x: point.x, y: point.y } : null;
};

/** Null where one of the points is missing: a draft of a few parts, or a style without them. */
function landmarksOf(parts: DraftedParts, points: HalfPoints): Landmarks | null {
  const at = (name: string) => pointOf(parts, points.reference, name);
  const center = at(points.center);
  const neck = at(points.neck);
  const shoulder = at(points.shoulder);
  const armhole = at(points.armhole);
  const centerWaist = at(points.centerWaist);
  const sideWaist = at(points.sideWaist);
  const hips = at(points.hips);
  if (!(center && neck && shoulder && armhole && centerWaist && sideWaist && hips)) return null;
  return { center, neck, shoulder, armhole, centerWaist, sideWaist, hips };
}

const within = (share: number) => Math.min(1, Math.max(0, share));

/** 1 down to `from`, 0 from `to` on, straight between. */
const fading = (y: number, from: number, to: number) =>
  y <= from ? 1 : y >= to ? 0 : (to - y) / (to - from);

/** 0 up to the neck end of the shoulder seam, 1 from its other end on. */
const alongShoulder = ({ neck, shoulder }: Landmarks, { x }: DraftPoint) =>
  within((x - neck.x) / (shoulder.x - neck.x));

/**
 * How far the end of the shoulder seam goes in or out, so that the seam stays as long as it was when its ends move up or down by
 * these amounts.
 */
function slideOf({ neck, shoulder }: Landmarks, neckDown: number, shoulderDown: number): number {
  const drop = shoulder.y + shoulderDown - neck.y - neckDown;
  const across = Math.sqrt(Math.max(0, distance(neck, shoulder) ** 2 - drop ** 2));
  return neck.x + Math.sign(shoulder.x - neck.x) * across - shoulder.x;
}

/** What moves the end of the shoulder seam reaches half way down the armhole. */
function atShoulderEnd(landmarks: Landmarks, at: DraftPoint): number {
  const { armhole, shoulder } = landmarks;
  return alongShoulder(landmarks, at) * fading(at.y, shoulder.y, (shoulder.y + armhole.y) / 2);
}

/**
 * The neckline moves as a whole, so that the collar fits it; the shoulder seam turns about its end at the armhole, and everything from
 * the armhole's depth down stays. `down`: mm.
 */
function neckField(landmarks: Landmarks, down: number): Field {
  const { armhole, center, shoulder } = landmarks;
  const rigid = Math.max(center.y, shoulder.y);
  const slide = slideOf(landmarks, down, 0);
  return (at) => ({
    x: slide * atShoulderEnd(landmarks, at),
    y: down * (1 - alongShoulder(landmarks, at)) * fading(at.y, rigid, armhole.y),
  });
}

/** The shoulder's end and the whole armhole move down, and the side seam to the waist becomes shorter by as much. */
function slopeField(landmarks: Landmarks, down: number): Field {
  const { armhole, sideWaist } = landmarks;
  const slide = slideOf(landmarks, 0, down);
  return (at) => ({
    x: slide * atShoulderEnd(landmarks, at),
    y: down * alongShoulder(landmarks, at) * fading(at.y, armhole.y, sideWaist.y),
  });
}

/** The shoulder's end alone moves: on the front down, on the back up, so that the armhole stays as long as it was. */
function shoulderEndField(landmarks: Landmarks, down: number): Field {
  const slide = slideOf(landmarks, 0, down);
  return (at) => {
    const share = atShoulderEnd(landmarks, at);
    return { x: slide * share, y: down * share };
  };
}

/** The front becomes longer at its center between waist and hips, and nothing at its side. */
function bellyField({ armhole, centerWaist, hips, sideWaist }: Landmarks, down: number): Field {
  const side = Math.abs(armhole.x) < Math.abs(sideWaist.x) ? armhole.x : sideWaist.x;
  return ({ x, y }) => {
    const share = (1 - within(x / side)) * (1 - fading(y, centerWaist.y, hips.y));
    return { x: 0, y: down * share };
  };
}

/** The center of the back rises at the waist, and nothing at its side; the fork stays. */
function seatField(landmarks: Landmarks, up: number): Field {
  const { armhole, neck, shoulder } = landmarks;
  const slide = slideOf(landmarks, 0, -up);
  const top = Math.max(neck.y, shoulder.y);
  return (at) => {
    const share = alongShoulder(landmarks, at) * fading(at.y, top, armhole.y);
    return { x: slide * share, y: -up * share };
  };
}

function fieldOf(
  name: DrawnAlterationName,
  { landmarks, side }: { landmarks: Landmarks; side: ShapedHalf["side"] },
  mm: number,
): Field {
  switch (name) {
    case "posture":
      // A stooped back is longer, so its neck lies higher.
      return neckField(landmarks, side === "back" ? -mm : mm);
    case "shoulderSlope":
      return slopeField(landmarks, mm);
    case "shoulderForward":
      return shoulderEndField(landmarks, side === "back" ? -mm : mm);
    case "belly":
      return bellyField(landmarks, mm);
    case "seat":
      return seatField(landmarks, mm);
  }
}

type Movable = { x: number; y: number };

/** What FreeSewing writes on a part: its title and the square by which a print is checked, which stay true. */
const isLabel = (name: string) => /^__macro_(title|scalebox|miniscale)_/.test(name);

const drawnOf = <Value>(named: Readonly<Record<string, Value>>): readonly Value[] =>
  Object.entries(named).flatMap(([name, value]) => (isLabel(name) ? [] : [value]));

/** Every point that a part is drawn with, each once; without its labels. */
function pointsOf({ paths, points, snippets = {} }: NonNullable<DraftedParts[string]>) {
  const ofPaths = drawnOf(paths).flatMap((path) => path?.ops ?? []);
  const drawn = [
    ...drawnOf(points),
    ...ofPaths.flatMap(({ cp1, cp2, to }) => [cp1, cp2, to]),
    ...drawnOf(snippets).map((snippet) => snippet?.anchor),
  ];
  return new Set(drawn.filter((point) => point !== undefined));
}

function moveBy(parts: DraftedParts, names: readonly string[], field: Field): void {
  const points = new Set(
    names.flatMap((name) => {
      const part = parts[name];
      return part ? [...pointsOf(part)] : [];
    }),
  );
  const moves = [...points].map((point) => ({ point: point as Movable, by: field(point) }));
  for (const { by, point } of moves) {
    point.x += by.x;
    point.y += by.y;
  }
}

/**
 * Alters drafted parts to the shape of a body: pure geometry on FreeSewing's lines, before seams are trued and measured. Parts that
 * the draft does not have are left out; a design without the alteration stays as it is. Changes the parts.
 */
export function alterParts(
  design: DraftableDesign,
  parts: DraftedParts,
  amounts: ShapeAmounts,
): void {
  for (const name of SHAPE_ALTERATION_NAMES) {
    const mm = amounts[name] ?? 0;
    if (mm === 0 || isHandAlteration(name)) continue;
    for (const half of SHAPED_DESIGNS[design]?.alterations[name] ?? []) {
      const landmarks = landmarksOf(parts, half);
      if (!landmarks) continue;
      moveBy(parts, half.parts, fieldOf(name, { landmarks, side: half.side }, mm));
    }
  }
}

/** A sentence for the cut list about each alteration of a part: "Posture: stooped, 10 mm.", and what is made of it by hand. */
export function shapeNotes(
  design: DraftableDesign,
  part: string,
  amounts: ShapeAmounts,
): readonly string[] {
  return SHAPE_ALTERATION_NAMES.flatMap((name) => {
    const mm = amounts[name] ?? 0;
    if (mm === 0) return [];
    if (isHandAlteration(name)) {
      const isAltered = handAlteredParts(design, name).includes(part);
      return isAltered ? [handAlterationText(name, mm)] : [];
    }
    const halves = SHAPED_DESIGNS[design]?.alterations[name] ?? [];
    const isMoved = halves.some(({ parts }) => parts.includes(part));
    return isMoved ? [`${shapeAmountText(name, mm)}.`] : [];
  });
}

type ShapeMeasures = Readonly<Partial<Record<ShapeMeasure, number>>>;

/** Null where a part or a point is missing. */
function heightOf(
  parts: DraftedParts,
  [part, from, to]: readonly [part: string, from: string, to: string],
): number | null {
  const top = pointOf(parts, part, from);
  const bottom = pointOf(parts, part, to);
  return top && bottom && bottom.y - top.y;
}

/** What alterations change, in mm, on the parts as they are now; without what the draft does not have. */
export function measureShape(design: DraftableDesign, parts: DraftedParts): ShapeMeasures {
  const measures: Partial<Record<ShapeMeasure, number>> = {};
  for (const [name, spans] of Object.entries(SHAPED_DESIGNS[design]?.measures ?? {})) {
    const heights = spans.map((span) => heightOf(parts, span));
    if (heights.includes(null)) continue;
    measures[name as ShapeMeasure] = heights.reduce((sum: number, mm) => sum + (mm ?? 0), 0);
  }
  return measures;
}

/** One measure of an alteration: what was asked for and what the finished draft has, in mm. */
export type ShapeChange = {
  readonly measure: ShapeMeasure;
  readonly byMm: number;
  readonly changedMm: number;
};

/** What the amounts ask of each measure, together, beside what changed between two measurings of one draft. */
export function shapeChanges(
  design: DraftableDesign,
  amounts: ShapeAmounts,
  { after, before }: { readonly before: ShapeMeasures; readonly after: ShapeMeasures },
): readonly ShapeChange[] {
  const requested = new Map<ShapeMeasure, number>();
  for (const name of SHAPE_ALTERATION_NAMES) {
    const mm = amounts[name] ?? 0;
    if (mm === 0 || isHandAlteration(name)) continue;
    if (!SHAPED_DESIGNS[design]?.alterations[name]) continue;
    for (const [measure, sign] of Object.entries(SHAPE_ALTERATIONS[name].changes)) {
      const known = measure as ShapeMeasure;
      requested.set(known, (requested.get(known) ?? 0) + sign * mm);
    }
  }
  return [...requested].map(([measure, byMm]) => {
    const changed = (after[measure] ?? 0) - (before[measure] ?? 0);
    return { measure, byMm, changedMm: Math.round(changed * 10) / 10 };
  });
}
