import type { AllowedCloth } from "#features/patterns/cutting/hand-parts.ts";
import type { Cut } from "#features/patterns/designs/pattern-design.ts";
import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import type { DrawnLines, StraightLine } from "#features/patterns/outlines/part-outline.ts";
import { outlineOf } from "#features/patterns/outlines/part-outline.ts";

/** One shape that is cut from a cloth: its grain runs along y, from its upper left corner at 0, 0. Lengths in mm. */
export type CutShape = {
  readonly part: string;
  readonly title: string;
  /** Closed outlines; a part on the fold has two halves that share the fold. */
  readonly outlines: readonly Polyline[];
  readonly widthMm: number;
  readonly heightMm: number;
};

/** What is cut: the drawn parts of a draft and its cut list. */
export type CutContent = {
  readonly parts: readonly DrawnLines[];
  readonly cutList: readonly CutEntry[];
};

type CutEntry = {
  readonly part: string;
  readonly title?: string;
  readonly cuts: readonly Cut[];
  /** For a part that no design draws. */
  readonly allowed?: readonly AllowedCloth[] | undefined;
};

/** The point on the other side of a line. */
function mirroredAt({ from, to }: StraightLine, { x, y }: DraftPoint): DraftPoint {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const share = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1);
  return { x: 2 * (from.x + share * dx) - x, y: 2 * (from.y + share * dy) - y };
}

/** The turn that lays a grain line along y: by less than half a turn, so that a part keeps its upper end. */
function uprightTurn(grain: StraightLine | null): number {
  if (!grain) return 0;
  const angle = Math.atan2(grain.to.y - grain.from.y, grain.to.x - grain.from.x);
  const turn = Math.PI / 2 - angle;
  const half = Math.PI;
  const least = turn - half * Math.round(turn / half);
  return Math.abs(least) < 1e-3 ? 0 : least;
}

function turned({ x, y }: DraftPoint, angle: number): DraftPoint {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** The same outlines from the corner at 0, 0. */
function atCorner(outlines: readonly Polyline[]) {
  const points = outlines.flat();
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  return {
    outlines: outlines.map((line) => line.map(({ x, y }) => ({ x: x - left, y: y - top }))),
    widthMm: Math.max(...points.map(({ x }) => x)) - left,
    heightMm: Math.max(...points.map(({ y }) => y)) - top,
  };
}

/** The outline of a part with its grain along y; a part on the fold as the half that is drawn. */
function uprightOutline(part: DrawnLines): Polyline {
  const { cut, grain } = outlineOf(part);
  const turn = uprightTurn(grain);
  return cut.map((point) => turned(point, turn));
}

/** What is kept free for a part that is drafted by hand; one that is cut on the fold like a drawn part is unfolded as that is. */
function allowedShapes(
  { allowed = [], part, title = part }: CutEntry,
  { cuts, parts }: { cuts: readonly Cut[]; parts: readonly DrawnLines[] },
): CutShape[] {
  const onFold = cuts.filter((cut) => cut.onFold);
  const unfolded = allowed.flatMap((cloth) => {
    const drawn = "like" in cloth ? parts.find((each) => each.part === cloth.like) : undefined;
    return drawn ? drawnShapes(drawn, onFold).map((shape) => ({ ...shape, part, title })) : [];
  });
  const times = cuts.reduce((sum, { cut, onFold: isFolded }) => sum + (isFolded ? 0 : cut), 0);
  const outlines = allowed.flatMap((cloth): Polyline[] => {
    if ("like" in cloth) {
      const drawn = parts.find((each) => each.part === cloth.like);
      return drawn ? [uprightOutline(drawn)] : [];
    }
    const { acrossMm, alongMm } = cloth;
    const rectangle = [
      { x: 0, y: 0 },
      { x: acrossMm, y: 0 },
      { x: acrossMm, y: alongMm },
      { x: 0, y: alongMm },
    ];
    return [rectangle];
  });
  const flat = outlines
    .filter((outline) => outline.length >= 3)
    .flatMap((outline) =>
      Array.from({ length: times }, () => ({ part, title, ...atCorner([outline]) })),
    );
  return [...unfolded, ...flat];
}

/** Each copy of a drawn part once. */
function drawnShapes(part: DrawnLines, cuts: readonly Cut[]): CutShape[] {
  const { cut: outline, fold, grain, title } = outlineOf(part);
  if (outline.length < 3) return [];
  const turn = uprightTurn(grain);
  return cuts.flatMap(({ cut, mirrored, onFold }) =>
    Array.from({ length: cut }, (_, index) => {
      const other = onFold && fold ? outline.map((point) => mirroredAt(fold, point)) : null;
      const halves = other ? [outline, other] : [outline];
      const flip = mirrored && index % 2 === 1 ? -1 : 1;
      const laid = halves.map((line) =>
        line.map((point) => {
          const { x, y } = turned(point, turn);
          return { x: flip * x, y };
        }),
      );
      return { part: part.part, title, ...atCorner(laid) };
    }),
  );
}

/**
 * Everything that a draft cuts from a material, each copy once: parts on the fold are unfolded, every second copy of mirrored parts is
 * mirrored, and grain lines run along y. Parts without a grain line stay as they are drawn. A part that is drafted by hand has the cloth
 * that is allowed for it.
 */
export function cutShapes({ cutList, parts }: CutContent, material = "fabric"): CutShape[] {
  return cutList.flatMap((entry) => {
    const cuts = entry.cuts.filter((cut) => cut.material === material);
    const part = parts.find((each) => each.part === entry.part);
    if (part) return drawnShapes(part, cuts);
    return allowedShapes(entry, { cuts, parts });
  });
}
