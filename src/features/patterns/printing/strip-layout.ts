import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import type { Box, PatternSvg, PlacedPart, SvgPart } from "./pattern-svg.ts";
import { composeSvg, placedInk } from "./pattern-svg.ts";
import type { Tile, TileFormatName, TileGrid } from "./pattern-tiles.ts";
import { TILE_OVERLAP_MM, tileGrid } from "./pattern-tiles.ts";

/** Between two parts on paper, and around them, in mm. */
const GAP_MM = 6;

/** Parts on a strip of paper, in mm. */
export type StripLayout = {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly parts: readonly PlacedPart[];
};

/** A part that is wider than the strip in both directions, and the least width that it needs. */
export type TooWide = { readonly part: string; readonly neededMm: number };

type Step = { readonly left: number; readonly right: number; readonly y: number };
type Size = { readonly width: number; readonly height: number };

const sizeOf = ({ box }: SvgPart): Size => ({
  width: box.right - box.left + GAP_MM,
  height: box.bottom - box.top + GAP_MM,
});

/** The lowest free location for a rectangle above the skyline that the placed parts have made, from the left. */
function lowest(skyline: readonly Step[], { width }: Size, stripMm: number) {
  let best: { x: number; y: number } | null = null;
  for (const { left } of skyline) {
    if (left + width > stripMm + 1e-6) continue;
    const below = skyline.filter((step) => step.right > left && step.left < left + width);
    const y = Math.max(...below.map((step) => step.y));
    if (!best || y < best.y) best = { x: left, y };
  }
  return best;
}

function cover(skyline: readonly Step[], x: number, size: Size, y: number): Step[] {
  const right = x + size.width;
  const rest = skyline.flatMap((step) => [
    { ...step, right: Math.min(step.right, x) },
    { ...step, left: Math.max(step.left, right) },
  ]);
  return [...rest, { left: x, right, y: y + size.height }]
    .filter(({ left, right: end }) => end - left > 1e-6)
    .toSorted((a, b) => a.left - b.left);
}

type Order = (a: Size, b: Size) => number;

const ORDERS: readonly Order[] = [
  (a, b) => Math.max(b.width, b.height) - Math.max(a.width, a.height),
  (a, b) => b.width * b.height - a.width * a.height,
  (a, b) => b.height - a.height,
  (a, b) => Math.min(b.width, b.height) - Math.min(a.width, a.height),
];

function layOut(parts: readonly SvgPart[], stripMm: number, order: Order): StripLayout {
  let skyline: Step[] = [{ left: GAP_MM, right: stripMm, y: GAP_MM }];
  const placed: PlacedPart[] = [];
  for (const part of parts.toSorted((a, b) => order(sizeOf(a), sizeOf(b)))) {
    const upright = sizeOf(part);
    const turned = { width: upright.height, height: upright.width };
    const options = [upright, turned].flatMap((size, index) => {
      const at = lowest(skyline, size, stripMm);
      return at ? [{ at, size, isTurned: index === 1, end: at.y + size.height }] : [];
    });
    const chosen = options.toSorted((a, b) => a.end - b.end)[0];
    if (!chosen) continue;
    const { at, isTurned, size } = chosen;
    const { box } = part;
    placed.push({
      part,
      isTurned,
      x: isTurned ? at.x + box.bottom : at.x - box.left,
      y: isTurned ? at.y - box.left : at.y - box.top,
    });
    skyline = cover(skyline, at.x, size, at.y);
  }
  return { widthMm: stripMm, heightMm: Math.max(...skyline.map(({ y }) => y)), parts: placed };
}

/** The narrowest strip that every part fits, some of them turned. */
function leastWidth(parts: readonly SvgPart[]): TooWide {
  return parts.reduce<TooWide>(
    (widest, part) => {
      const { width, height } = sizeOf(part);
      const neededMm = Math.ceil(Math.min(width, height) + GAP_MM);
      return neededMm > widest.neededMm ? { part: part.part, neededMm } : widest;
    },
    { part: "", neededMm: 0 },
  );
}

/**
 * Lays the parts of a drawing on a strip of this width, in mm: none overlaps another or the edge. Paper has no grain, so a part may
 * be turned by a quarter. Fails with the widest part where one does not fit.
 */
export function layOutOnStrip(
  { parts }: PatternSvg,
  stripMm: number,
): Result<StripLayout, TooWide> {
  const widest = leastWidth(parts);
  if (widest.neededMm > stripMm) return fail(widest);
  const [first, ...others] = ORDERS.map((order) => layOut(parts, stripMm, order));
  if (!first) throw new Error("There is no order to lay parts out in.");
  return ok(others.reduce((best, each) => (each.heightMm < best.heightMm ? each : best), first));
}

/** The drawing as the layout has it. */
export function svgOfLayout(pattern: PatternSvg, layout: StripLayout): string {
  return composeSvg(pattern, layout);
}

/** Whether a straight line touches a rectangle (Liang and Barsky). */
function touches(from: DraftPoint, to: DraftPoint, { bottom, left, right, top }: Box): boolean {
  let start = 0;
  let end = 1;
  for (const [step, room] of [
    [from.x - to.x, from.x - left],
    [to.x - from.x, right - from.x],
    [from.y - to.y, from.y - top],
    [to.y - from.y, bottom - from.y],
  ] as const) {
    if (step === 0 && room < 0) return false;
    if (step < 0) start = Math.max(start, room / step);
    if (step > 0) end = Math.min(end, room / step);
  }
  return start <= end;
}

/** A drawing on the pages of a printer. */
export type TiledLayout = {
  readonly layout: StripLayout;
  readonly grid: TileGrid;
  /** The tiles that show something; the others are not printed. */
  readonly tiles: readonly Tile[];
};

/** Without the half of the overlap that a neighbor shows, too. */
function innerBox({ leftMm, topMm }: Tile, { heightMm, widthMm }: TileGrid): Box {
  const half = TILE_OVERLAP_MM / 2;
  return {
    left: leftMm + half,
    top: topMm + half,
    right: leftMm + widthMm - half,
    bottom: topMm + heightMm - half,
  };
}

/** The tiles that a line passes; only those around it are looked at. */
function passedTiles(line: Polyline, grid: TileGrid, passed: Set<Tile>): void {
  const columnMm = grid.widthMm - TILE_OVERLAP_MM;
  const rowMm = grid.heightMm - TILE_OVERLAP_MM;
  line.forEach((to, index) => {
    const from = line[index - 1] ?? to;
    const lastColumn = Math.min(grid.columns - 1, Math.floor(Math.max(from.x, to.x) / columnMm));
    const lastRow = Math.min(grid.rows - 1, Math.floor(Math.max(from.y, to.y) / rowMm));
    const firstColumn = Math.max(0, Math.floor(Math.min(from.x, to.x) / columnMm) - 1);
    const firstRow = Math.max(0, Math.floor(Math.min(from.y, to.y) / rowMm) - 1);
    for (let row = firstRow; row <= lastRow; row += 1) {
      for (let column = firstColumn; column <= lastColumn; column += 1) {
        const tile = grid.tiles[row * grid.columns + column];
        if (tile && !passed.has(tile) && touches(from, to, innerBox(tile, grid))) passed.add(tile);
      }
    }
  });
}

/** What only the overlap of a neighbor shows is printed there. */
function inkedTiles(layout: StripLayout, grid: TileGrid): readonly Tile[] {
  const passed = new Set<Tile>();
  for (const line of layout.parts.flatMap(placedInk)) passedTiles(line, grid, passed);
  return grid.tiles.filter((tile) => passed.has(tile));
}

const MAX_COLUMNS = 8;

/**
 * The layout of a drawing that needs the fewest pages of this format, and its pages: every line of the drawing is on one, and none is
 * blank.
 */
export function layOutOnTiles(pattern: PatternSvg, formatName: TileFormatName): TiledLayout {
  const { neededMm } = leastWidth(pattern.parts);
  const { format, heightMm: _, widthMm } = tileGrid({ widthMm: 1, heightMm: 1 }, formatName);
  const stepMm = widthMm - TILE_OVERLAP_MM;
  const least = Math.max(1, Math.ceil((neededMm - TILE_OVERLAP_MM) / stepMm));
  const choices: TiledLayout[] = [];
  for (let columns = least; columns <= Math.max(least, MAX_COLUMNS); columns += 1) {
    // The overlap at the outer edges is not printed twice, so nothing may lie there.
    const laid = layOutOnStrip(pattern, columns * stepMm + TILE_OVERLAP_MM);
    if (!laid.ok) continue;
    const grid = tileGrid(laid.value, formatName);
    choices.push({ layout: laid.value, grid, tiles: inkedTiles(laid.value, grid) });
    // More columns do not make one row shorter.
    if (grid.rows === 1) break;
  }
  const [first, ...others] = choices;
  if (!first) throw new Error(`A drawing cannot be laid out on ${format.name}.`);
  return others.reduce(
    (best, each) => (each.tiles.length < best.tiles.length ? each : best),
    first,
  );
}
