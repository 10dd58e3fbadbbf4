import { getDocumentProxy, getResolvedPDFJS } from "unpdf";

/** A point in mm from the page's upper left corner. */
export type PagePoint = { readonly x: number; readonly y: number };
type PageLine = { readonly from: PagePoint; readonly to: PagePoint };
/** What a page shows: every painted line after clipping, and where each text begins. */
export type DrawnPage = {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly lines: readonly PageLine[];
  /** The four-cornered closed paths among them, unclipped. */
  readonly squares: readonly { readonly widthMm: number; readonly heightMm: number }[];
  readonly texts: readonly { readonly at: PagePoint; readonly text: string }[];
};

type Matrix = readonly [number, number, number, number, number, number];
type Box = { left: number; top: number; right: number; bottom: number };
type State = { matrix: Matrix; clip: Box };
type Operators = Readonly<Record<string, number>>;

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const MM_PER_POINT = 25.4 / 72;
const STEPS_PER_CURVE = 64;
/** pdf.js's codes inside a path, with the count of numbers. */
const PATH_STEP = { move: 0, line: 1, curve: 2, quadratic: 3, close: 4 };

function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number): PagePoint => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

type Subpath = { points: PagePoint[]; isClosed: boolean };

/** The parts of one path as straight lines, in mm on the page. */
function subpathsOf(data: ArrayLike<number>, matrix: Matrix): Subpath[] {
  const paths: Subpath[] = [];
  let index = 0;
  const next = () => data[index++] ?? 0;
  const point = () => apply(matrix, next(), next());
  while (index < data.length) {
    const step = next();
    if (step === PATH_STEP.move) {
      paths.push({ points: [point()], isClosed: false });
      continue;
    }
    const path = paths.at(-1);
    if (!path) throw new Error("A path of the PDF begins without a point.");
    switch (step) {
      case PATH_STEP.line:
        path.points.push(point());
        break;
      case PATH_STEP.curve:
        path.points.push(...curve(path.points.at(-1), [point(), point()], point()));
        break;
      case PATH_STEP.quadratic:
        path.points.push(...curve(path.points.at(-1), [point()], point()));
        break;
      case PATH_STEP.close:
        path.isClosed = true;
        break;
      default:
        throw new Error(`The PDF has an unknown step ${step} in a path.`);
    }
  }
  return paths;
}

function curve(
  start: PagePoint | undefined,
  controls: readonly PagePoint[],
  end: PagePoint,
): PagePoint[] {
  const corners = [start ?? end, ...controls, end];
  return Array.from({ length: STEPS_PER_CURVE }, (_, index) => {
    const t = (index + 1) / STEPS_PER_CURVE;
    let points: PagePoint[] = corners;
    while (points.length > 1) {
      points = points.slice(1).map((to, position) => {
        const from = points[position] ?? to;
        return { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) };
      });
    }
    return points[0] ?? end;
  });
}

function boxOf(points: readonly PagePoint[]): Box {
  return {
    left: Math.min(...points.map(({ x }) => x)),
    right: Math.max(...points.map(({ x }) => x)),
    top: Math.min(...points.map(({ y }) => y)),
    bottom: Math.max(...points.map(({ y }) => y)),
  };
}

const intersect = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  right: Math.min(a.right, b.right),
  top: Math.max(a.top, b.top),
  bottom: Math.min(a.bottom, b.bottom),
});

/** Liang and Barsky; null when nothing is left. */
function clipLine({ from, to }: PageLine, box: Box): PageLine | null {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  let start = 0;
  let end = 1;
  const sides = [
    [-dx, from.x - box.left],
    [dx, box.right - from.x],
    [-dy, from.y - box.top],
    [dy, box.bottom - from.y],
  ] as const;
  for (const [slope, room] of sides) {
    if (slope === 0 && room < 0) return null;
    if (slope < 0) start = Math.max(start, room / slope);
    if (slope > 0) end = Math.min(end, room / slope);
  }
  if (start > end) return null;
  return {
    from: { x: from.x + start * dx, y: from.y + start * dy },
    to: { x: from.x + end * dx, y: from.y + end * dy },
  };
}

/** Follows the drawing operators of one page. */
class PageReader {
  readonly lines: PageLine[] = [];
  readonly squares: { widthMm: number; heightMm: number }[] = [];
  readonly texts: { at: PagePoint; text: string }[] = [];
  #state: State;
  readonly #stack: State[] = [];
  #clips = false;
  #textMatrix: Matrix = IDENTITY;
  readonly #ops: Operators;

  constructor(ops: Operators, state: State) {
    this.#ops = ops;
    this.#state = state;
  }

  read(operator: number, args: unknown): void {
    const ops = this.#ops;
    const state = this.#state;
    if (operator === ops.save) this.#stack.push({ ...state });
    else if (operator === ops.restore || operator === ops.paintFormXObjectEnd) {
      this.#state = this.#stack.pop() ?? state;
    } else if (operator === ops.transform) {
      state.matrix = multiply(state.matrix, args as Matrix);
    } else if (operator === ops.paintFormXObjectBegin) this.#enterForm(args as never);
    else if (operator === ops.clip || operator === ops.eoClip) this.#clips = true;
    else if (operator === ops.constructPath) this.#draw(args as never);
    else if (operator === ops.beginText) this.#textMatrix = IDENTITY;
    else if (operator === ops.setTextMatrix) this.#textMatrix = (args as [Matrix])[0];
    else if (operator === ops.showText) this.#write((args as [{ unicode?: string }[]])[0]);
  }

  #enterForm([matrix, bounds]: [Matrix | null, readonly number[] | null]): void {
    this.#stack.push({ ...this.#state });
    const own = multiply(this.#state.matrix, matrix ?? IDENTITY);
    const [left = 0, bottom = 0, right = 0, top = 0] = bounds ?? [];
    const box = boxOf([apply(own, left, bottom), apply(own, right, top)]);
    this.#state = {
      matrix: own,
      clip: bounds ? intersect(this.#state.clip, box) : this.#state.clip,
    };
  }

  #draw([paint, [data]]: [number, [ArrayLike<number> | null]]): void {
    const paths = data ? subpathsOf(data, this.#state.matrix) : [];
    if (this.#clips) {
      // Only boxes clip these pages.
      this.#state.clip = intersect(this.#state.clip, boxOf(paths.flatMap(({ points }) => points)));
      this.#clips = false;
    }
    if (paint === this.#ops.endPath) return;
    for (const { points, isClosed } of paths) this.#addLines(points, isClosed);
  }

  #addLines(points: readonly PagePoint[], isClosed: boolean): void {
    const first = points[0];
    const last = points.at(-1);
    if (!first || !last) return;
    const corners = isClosed ? [...points, first] : points;
    corners.slice(1).forEach((to, index) => {
      const line = clipLine({ from: corners[index] ?? to, to }, this.#state.clip);
      if (line) this.lines.push(line);
    });
    const isRound = isClosed || (first.x === last.x && first.y === last.y);
    const straight = new Set(
      points.flatMap(({ x, y }) => [`x${x.toFixed(3)}`, `y${y.toFixed(3)}`]),
    );
    if (isRound && points.length <= 5 && straight.size === 4) {
      const { left, right, top, bottom } = boxOf(points);
      this.squares.push({ widthMm: right - left, heightMm: bottom - top });
    }
  }

  #write(glyphs: readonly { unicode?: string }[]): void {
    const { matrix, clip } = this.#state;
    const at = apply(multiply(matrix, this.#textMatrix), 0, 0);
    const isVisible =
      at.x >= clip.left && at.x <= clip.right && at.y >= clip.top && at.y <= clip.bottom;
    const text = glyphs.map((glyph) => glyph.unicode ?? "").join("");
    if (isVisible) this.texts.push({ at, text });
  }
}

/**
 * The pages of a PDF as lines in millimetres, read from its drawing operators with pdf.js: exact to a thousandth of a
 * millimetre, and no renderer has to be installed.
 */
export async function readDrawnPages(pdf: Uint8Array): Promise<DrawnPage[]> {
  const { OPS } = await getResolvedPDFJS();
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages: DrawnPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    const mm = MM_PER_POINT * page.userUnit;
    const widthMm = (right - left) * mm;
    const heightMm = (top - bottom) * mm;
    const reader = new PageReader(OPS as unknown as Operators, {
      matrix: [mm, 0, 0, -mm, -left * mm, top * mm],
      clip: { left: 0, top: 0, right: widthMm, bottom: heightMm },
    });
    const { fnArray, argsArray } = await page.getOperatorList();
    fnArray.forEach((operator, index) => {
      reader.read(operator, argsArray[index]);
    });
    const { lines, squares, texts } = reader;
    pages.push({ widthMm, heightMm, lines, squares, texts });
  }
  await document.cleanup();
  return pages;
}

/** Squares whose sides are within 5 % of `sideMm`: the calibration squares of a page. */
export function calibrationSquares(page: DrawnPage, sideMm: number): DrawnPage["squares"] {
  const isNear = (mm: number) => Math.abs(mm - sideMm) <= 0.05 * sideMm;
  return page.squares.filter(({ widthMm, heightMm }) => isNear(widthMm) && isNear(heightMm));
}

/** A tile shows the sheet's area from `originMm`, its own upper left corner at `atMm` on the page. */
export type PlacedTile = {
  readonly page: DrawnPage;
  readonly originMm: PagePoint;
  readonly atMm: PagePoint;
  readonly widthMm: number;
  readonly heightMm: number;
};

const SAMPLE_MM = 0.5;

/** Lines by squares of their surroundings, to find those near a point. */
class LineIndex {
  readonly #cells = new Map<string, PageLine[]>();
  static readonly #CELL_MM = 5;

  constructor(lines: readonly PageLine[]) {
    for (const line of lines) {
      for (const key of LineIndex.#keysOf(line)) {
        const cell = this.#cells.get(key);
        if (cell) cell.push(line);
        else this.#cells.set(key, [line]);
      }
    }
  }

  static #keysOf({ from, to }: PageLine): Set<string> {
    const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 2) + 1;
    const keys = new Set<string>();
    for (let index = 0; index <= count; index += 1) {
      const x = from.x + (index / count) * (to.x - from.x);
      const y = from.y + (index / count) * (to.y - from.y);
      keys.add(LineIndex.#key(x, y));
    }
    return keys;
  }

  static readonly #key = (x: number, y: number) =>
    `${Math.floor(x / LineIndex.#CELL_MM)},${Math.floor(y / LineIndex.#CELL_MM)}`;

  hasNear(point: PagePoint, toleranceMm: number): boolean {
    const size = LineIndex.#CELL_MM;
    for (const dx of [0, -size, size]) {
      for (const dy of [0, -size, size]) {
        const cell = this.#cells.get(LineIndex.#key(point.x + dx, point.y + dy)) ?? [];
        if (cell.some((line) => distanceTo(line, point) <= toleranceMm)) return true;
      }
    }
    return false;
  }
}

function distanceTo({ from, to }: PageLine, point: PagePoint): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - t * dx, point.y - from.y - t * dy);
}

function* samplesOf(lines: readonly PageLine[]): Generator<PagePoint> {
  for (const { from, to } of lines) {
    const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / SAMPLE_MM));
    for (let index = 0; index <= count; index += 1) {
      const t = index / count;
      yield { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) };
    }
  }
}

/**
 * Lays the tiles back onto the sheet: how many samples of its lines (every 0.5 mm) and beginnings of its texts there
 * are, and which of them no tile shows within the tolerance.
 */
export function compareTiles(
  drawnPage: DrawnPage,
  tiles: readonly PlacedTile[],
  toleranceMm = 0.2,
): { readonly samples: number; readonly missing: readonly PagePoint[] } {
  const indexed = tiles.map((tile) => ({ ...tile, index: new LineIndex(tile.page.lines) }));
  const shown = (
    at: PagePoint,
    shows: (tile: (typeof indexed)[number], own: PagePoint) => boolean,
  ) =>
    indexed.some((tile) => {
      const x = at.x - tile.originMm.x;
      const y = at.y - tile.originMm.y;
      const isInside =
        x >= -toleranceMm &&
        y >= -toleranceMm &&
        x <= tile.widthMm + toleranceMm &&
        y <= tile.heightMm + toleranceMm;
      return isInside && shows(tile, { x: x + tile.atMm.x, y: y + tile.atMm.y });
    });
  let samples = 0;
  const missing: PagePoint[] = [];
  for (const point of samplesOf(drawnPage.lines)) {
    samples += 1;
    if (!shown(point, (tile, own) => tile.index.hasNear(own, toleranceMm))) missing.push(point);
  }
  for (const { at, text } of drawnPage.texts) {
    samples += 1;
    const isSame = (other: { at: PagePoint; text: string }, own: PagePoint) =>
      other.text === text && Math.hypot(other.at.x - own.x, other.at.y - own.y) <= toleranceMm;
    if (!shown(at, ({ page }, own) => page.texts.some((other) => isSame(other, own)))) {
      missing.push(at);
    }
  }
  return { samples, missing };
}
