import { SEPARATE_SEAMS } from "#features/patterns/measuring/drafted.ts";
import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import { distance, lengthOf, strokesOf } from "#features/patterns/measuring/drafted-part.ts";
import { outerBoundary, withoutNeedless } from "#features/patterns/outlines/outer-boundary.ts";
import type { FreeSewingPart, FreeSewingPath } from "./freesewing.server.ts";

/**
 * FreeSewing 4.10 sets a title in lines of 8 mm below an anchor. The number stands in letters of 36 mm one line above that anchor, where
 * the date was before it is removed.
 */
const LINE_MM = 8;
const NUMBER = { baselineMm: -LINE_MM, heightMm: 27, digitMm: 21 };
const CHARACTER_MM = { title: 4.1, name: 2.7, notes: 2.7 } as const;
/** Between the text and the nearest line, at scale 1. */
const MARGIN_MM = 3;
/** Words along a line reach about this far to either side of it. */
const TEXT_HALF_MM = 3;
/** The letters of a label are 5 mm high; below 0.45 of it nobody reads them at the table. */
const SCALES = [1, 0.85, 0.7, 0.55, 0.45];
const QUARTER_TURNS = [0, -90];

/** The texts of a title by what they say, with their first line below the anchor. */
const TEXT_LINES = { title: 1, name: 2, notes: 3 } as const;

type TextName = keyof typeof TEXT_LINES;

type TitlePoint = FreeSewingPart["points"][string];

type Title = {
  readonly anchor: DraftPoint;
  readonly number: TitlePoint | undefined;
  readonly texts: readonly { readonly name: TextName; readonly point: TitlePoint }[];
};

const KEY = /^__macro_title_(.*)_(nr|title|name|notes)$/;

/** The titles of a part, as FreeSewing's macro set them. */
function titlesOf({ points }: FreeSewingPart): readonly Title[] {
  const byId = Map.groupBy(
    Object.keys(points).filter((key) => KEY.test(key)),
    (key) => KEY.exec(key)?.[1] ?? "",
  );
  return [...byId.values()].flatMap((keys): Title[] => {
    const pointOf = (name: string) => {
      const key = keys.find((each) => each.endsWith(`_${name}`));
      return key === undefined ? undefined : points[key];
    };
    const title = pointOf("title");
    if (!title) return [];
    const texts = (Object.keys(TEXT_LINES) as TextName[]).flatMap((name) => {
      const point = pointOf(name);
      return point ? [{ name, point }] : [];
    });
    return [{ anchor: { x: title.x, y: title.y - LINE_MM }, number: pointOf("nr"), texts }];
  });
}

const textOf = (point: TitlePoint) =>
  (point.attributes.getAsArray("data-text") || []).map(String).join(" ");

/** Left, right, above and below the anchor, in mm at scale 1. */
type Extent = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

function extentOf({ number, texts }: Title, hasNumber: boolean): Extent {
  const lines = texts.map(({ name, point }) => {
    const own = textOf(point).split("\n");
    const longest = Math.max(...own.map(({ length }) => length));
    const below = (TEXT_LINES[name] + own.length - 1) * LINE_MM + 2;
    return { width: longest * CHARACTER_MM[name], below };
  });
  const ofNumber = hasNumber && number ? textOf(number).length * NUMBER.digitMm : 0;
  const width = Math.max(ofNumber, ...lines.map((line) => line.width));
  const isCentered = (texts[0]?.point.attributes.get("data-text-class") || "").includes("center");
  return {
    left: isCentered ? -width / 2 : 0,
    right: isCentered ? width / 2 : width,
    top: hasNumber ? NUMBER.baselineMm - NUMBER.heightMm : 2,
    bottom: Math.max(...lines.map(({ below }) => below)),
  };
}

type Box = Extent;

/** The box of an extent at a point, scaled and turned by a quarter. */
function boxAt({ x, y }: DraftPoint, extent: Extent, scale: number, turn: number): Box {
  const { bottom, left, right, top } = extent;
  const turned = turn === 0 ? extent : { left: top, right: bottom, top: -right, bottom: -left };
  return {
    left: x + scale * (turned.left - MARGIN_MM),
    right: x + scale * (turned.right + MARGIN_MM),
    top: y + scale * (turned.top - MARGIN_MM),
    bottom: y + scale * (turned.bottom + MARGIN_MM),
  };
}

const isIn = ({ bottom, left, right, top }: Box, { x, y }: DraftPoint) =>
  x > left && x < right && y > top && y < bottom;

const isBeside = ({ bottom, left, right, top }: Box, a: DraftPoint, b: DraftPoint) =>
  Math.max(a.x, b.x) < left ||
  Math.min(a.x, b.x) > right ||
  Math.max(a.y, b.y) < top ||
  Math.min(a.y, b.y) > bottom;

/** Whether a segment touches a box: it is not beside it, and not all corners lie on the same side of its line. */
function touches(box: Box, a: DraftPoint, b: DraftPoint): boolean {
  if (isBeside(box, a, b)) return false;
  const side = (x: number, y: number) => (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
  const { bottom, left, right, top } = box;
  const sides = [side(left, top), side(right, top), side(left, bottom), side(right, bottom)];
  return !(sides.every((each) => each > 0) || sides.every((each) => each < 0));
}

type Segment = { readonly a: DraftPoint; readonly b: DraftPoint };

/** Everything that a title must not lie over. */
type Obstacles = {
  readonly segments: readonly Segment[];
  /** Those of lines within the part, which a title may cross where there is no other room: a fold, stitches, the grain. */
  readonly plain: ReadonlySet<Segment>;
  /** The largest seam line of the part: within it the title lies. */
  readonly outline: Polyline;
  readonly points: readonly DraftPoint[];
};

/** As exact as a title needs: its margin is wider. */
const COARSE_MM = 0.5;

function segmentsOf(lines: readonly Polyline[]): readonly Segment[] {
  return lines.flatMap((line) => {
    const coarse = withoutNeedless(line, COARSE_MM);
    return coarse.slice(1).flatMap((b, index) => {
      const a = coarse[index];
      return a ? [{ a, b }] : [];
    });
  });
}

function areaAround(line: Polyline): number {
  const xs = line.map(({ x }) => x);
  const ys = line.map(({ y }) => y);
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
}

/** The words on a line are compared at a point every few millimetres. */
const TEXT_STEP_MM = 6;

/** Points within the words that are written along a path; none for a path without words. */
function pointsOfText(path: FreeSewingPath): readonly DraftPoint[] {
  const texts = path.attributes.getAsArray("data-text") || [];
  if (texts.length === 0) return [];
  const letters = texts.map((text) => String(text).replace(/^[\w-]+:/, "")).join(" ");
  return strokesOf(path).flatMap((line) => {
    const from = (lengthOf(line) - letters.length * CHARACTER_MM.notes) / 2;
    let along = 0;
    return line.slice(1).flatMap((b, index) => {
      const a = line[index] ?? b;
      const step = distance(a, b);
      const starts = along;
      along += step;
      if (step === 0) return [];
      const across = { x: (a.y - b.y) / step, y: (b.x - a.x) / step };
      const count = Math.ceil(step / TEXT_STEP_MM);
      return Array.from({ length: count }, (_, each) => ((each + 0.5) * step) / count)
        .filter((at) => starts + at > from && starts + at < lengthOf(line) - from)
        .flatMap((at) =>
          [-TEXT_HALF_MM, TEXT_HALF_MM].map((aside) => ({
            x: a.x + (at / step) * (b.x - a.x) + aside * across.x,
            y: a.y + (at / step) * (b.y - a.y) + aside * across.y,
          })),
        );
    });
  });
}

function obstaclesOf({ paths, snippets }: FreeSewingPart): Obstacles {
  const shown = Object.entries(paths).filter(
    ([name, { hidden, ops }]) => !hidden && ops.length > 1 && !name.startsWith("__macro_title"),
  );
  const strokes = ([, path]: (typeof shown)[number]) => strokesOf(path);
  const isOutline = ([name, { attributes }]: (typeof shown)[number]) =>
    (/^(seam|outline|insideSeam|outsideSeam)/.test(name) || SEPARATE_SEAMS.includes(name)) &&
    !(attributes.get("class") || "").split(" ").includes("sa");
  const drawn = shown.filter(isOutline);
  const hasSeparateSeams = drawn.some(([name]) => SEPARATE_SEAMS.includes(name));
  const seams = hasSeparateSeams ? [outerBoundary(drawn.flatMap(strokes))] : drawn.flatMap(strokes);
  const [outline = []] = seams.toSorted((a, b) => areaAround(b) - areaAround(a));
  const isPlain = (each: (typeof shown)[number]) => {
    const [, { attributes }] = each;
    return !isOutline(each) && !(attributes.get("class") || "").split(" ").includes("sa");
  };
  const plain = segmentsOf(shown.filter(isPlain).flatMap(strokes));
  const others = segmentsOf(shown.filter((each) => !isPlain(each)).flatMap(strokes));
  return {
    segments: [...others, ...plain],
    plain: new Set(plain),
    outline: withoutNeedless(outline, COARSE_MM),
    points: [
      ...Object.values(snippets).map(({ anchor }) => anchor),
      ...shown.flatMap(([, path]) => pointsOfText(path)),
    ],
  };
}

/** Whether a point lies within a line that closes itself, as along the fold: how often a ray to its right crosses the line. */
function isWithin(outline: Polyline, { x, y }: DraftPoint): boolean {
  const crossings = outline.filter((a, index) => {
    const b = outline[(index + 1) % outline.length] ?? a;
    if (a.y > y === b.y > y) return false;
    return a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x) > x;
  });
  return crossings.length % 2 === 1;
}

function isFree(box: Box, { outline, points, segments }: Obstacles): boolean {
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  if (!isWithin(outline, middle)) return false;
  if (points.some((point) => isIn(box, point))) return false;
  return !segments.some(({ a, b }) => touches(box, a, b));
}

/** A grid over a part, across and along: a narrow band has few lines of it, close to each other. */
const STEPS = 30;
const LEAST_STEP_MM = 2;

/** A title in the lowest quarter of a part that is longer than this is turned up with the hem, or read from the wrong end of the table. */
const LONG_PART_MM = 500;
const HEM_SHARE = 0.25;

/** The anchor itself, or a third down a long part whose title stands at its hem, and then a grid over the part, the nearest first. */
function candidatesFor(anchor: DraftPoint, { outline }: Obstacles): readonly DraftPoint[] {
  const xs = outline.map(({ x }) => x);
  const ys = outline.map(({ y }) => y);
  const left = Math.min(...xs);
  const right = Math.max(...xs);
  const top = Math.min(...ys);
  const bottom = Math.max(...ys);
  const isAtHem = bottom - top > LONG_PART_MM && anchor.y > bottom - HEM_SHARE * (bottom - top);
  const start = isAtHem ? { x: anchor.x, y: top + (bottom - top) / 3 } : anchor;
  const stepX = Math.max(LEAST_STEP_MM, (right - left) / STEPS);
  const stepY = Math.max(LEAST_STEP_MM, (bottom - top) / STEPS);
  const grid: DraftPoint[] = [];
  for (let y = top; y <= bottom; y += stepY) {
    for (let x = left; x <= right; x += stepX) grid.push({ x, y });
  }
  const away = ({ x, y }: DraftPoint) => Math.hypot(x - start.x, y - start.y);
  return [start, ...grid.toSorted((a, b) => away(a) - away(b))];
}

type TitlePosition = {
  readonly at: DraftPoint;
  readonly scale: number;
  readonly turn: number;
  readonly hasNumber: boolean;
};

/** Below a part, where it is cut off: large enough to find the part by. */
const SCALE_BELOW = 0.7;

/** Below everything that is drawn of a part, from its left edge. */
function positionBelow(title: Title, { outline, segments }: Obstacles): TitlePosition {
  const drawn = [...outline, ...segments.flatMap(({ a, b }) => [a, b])];
  const { left, top } = boxAt({ x: 0, y: 0 }, extentOf(title, false), SCALE_BELOW, 0);
  const at = {
    x: Math.min(...outline.map(({ x }) => x)) - left,
    y: Math.max(...drawn.map(({ y }) => y)) - top,
  };
  return { at, scale: SCALE_BELOW, turn: 0, hasNumber: false };
}

/**
 * Where a title lies over no line, as large as possible; else within the outline, over lines inside and none of their words; else below the part. A part
 * without free room has no large number.
 */
function positionFor(title: Title, obstacles: Obstacles): TitlePosition {
  const { plain, segments } = obstacles;
  const overPlainLines = { ...obstacles, segments: segments.filter((each) => !plain.has(each)) };
  const withoutNumber = { ...title, number: undefined };
  return (
    freePositionFor(title, obstacles) ??
    freePositionFor(withoutNumber, overPlainLines) ??
    positionBelow(withoutNumber, obstacles)
  );
}

/** Whether a box has room in the rectangle around a line. */
function hasRoom(outline: Polyline, { bottom, left, right, top }: Box): boolean {
  const xs = outline.map(({ x }) => x);
  const ys = outline.map(({ y }) => y);
  return (
    right - left < Math.max(...xs) - Math.min(...xs) &&
    bottom - top < Math.max(...ys) - Math.min(...ys)
  );
}

type Shape = Omit<TitlePosition, "at">;

/** How a title may be set, the best first. A number that has to shrink far says less than the title beside it. */
function shapesOf({ number }: Title): readonly Shape[] {
  return SCALES.flatMap((scale) => {
    const withNumber = number && scale >= 0.7 ? [true, false] : [false];
    return withNumber.flatMap((hasNumber) =>
      QUARTER_TURNS.map((turn) => ({ scale, hasNumber, turn })),
    );
  });
}

function freePositionFor(title: Title, obstacles: Obstacles): TitlePosition | null {
  const candidates = candidatesFor(title.anchor, obstacles);
  for (const shape of shapesOf(title)) {
    const extent = extentOf(title, shape.hasNumber);
    const boxOf = (at: DraftPoint) => boxAt(at, extent, shape.scale, shape.turn);
    if (!hasRoom(obstacles.outline, boxOf(title.anchor))) continue;
    const at = candidates.find((point) => isFree(boxOf(point), obstacles));
    if (at) return { at, ...shape };
  }
  return null;
}

const rounded = (value: number) => Math.round(value * 100) / 100;

function moveTitle(
  part: FreeSewingPart,
  { anchor, number, texts }: Title,
  { at, hasNumber, scale, turn }: TitlePosition,
): void {
  const turned = ` rotate(${turn} ${rounded(at.x)} ${rounded(at.y)})`;
  const fixed = `${rounded(at.x - scale * at.x)}, ${rounded(at.y - scale * at.y)}`;
  const transform = `matrix(${scale}, 0, 0, ${scale}, ${fixed})${turned}`;
  for (const point of [...(number ? [number] : []), ...texts.map((text) => text.point)]) {
    point.x += at.x - anchor.x;
    point.y += at.y - anchor.y;
    point.attributes.set("data-text-transform", transform);
  }
  if (!number || hasNumber) return;
  for (const [key, point] of Object.entries(part.points)) {
    if (point === number) delete part.points[key];
  }
}

/**
 * Moves the title of each part to where it lies over no line, word, notch or button, near where FreeSewing set it; a part that is too
 * small has it smaller, turned, without the large number, across a fold, or last below itself.
 */
export function layOutTitles(parts: Readonly<Record<string, FreeSewingPart>>): void {
  for (const part of Object.values(parts)) {
    if (part.hidden) continue;
    const obstacles = obstaclesOf(part);
    if (obstacles.outline.length === 0) continue;
    for (const title of titlesOf(part)) {
      moveTitle(part, title, positionFor(title, obstacles));
    }
  }
}
