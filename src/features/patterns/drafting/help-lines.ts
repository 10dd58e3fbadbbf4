import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import { distance, strokesOf } from "#features/patterns/measuring/drafted-part.ts";
import { outerBoundary, withoutNeedless } from "#features/patterns/outlines/outer-boundary.ts";
import type { OutlinedPart } from "./cut-line.ts";
import { allowanceLines, distanceOutside } from "./cut-line.ts";
import type { FreeSewingPath } from "./freesewing.server.ts";

/** A line may lie this far outside the cut line, as along a fold that both of them follow. */
const OUTSIDE_MM = 0.5;

/** Levels, pockets and stays: FreeSewing draws what a tailor only reads as "help". */
const isHelp = (name: string, path: FreeSewingPath) =>
  !path.hidden &&
  !name.startsWith("__") &&
  (path.attributes.get("class") || "").split(" ").includes("help");

/** Where a segment crosses a closed line, as shares of the segment, in their order. */
function crossingsOf(a: DraftPoint, b: DraftPoint, outline: Polyline): readonly number[] {
  const shares = outline.flatMap((c, index) => {
    const d = outline[(index + 1) % outline.length] ?? c;
    const denominator = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
    if (Math.abs(denominator) < 1e-9) return [];
    const share = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / denominator;
    const other = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / denominator;
    return share > 0 && share < 1 && other >= 0 && other <= 1 ? [share] : [];
  });
  return shares.toSorted((one, two) => one - two);
}

/** The stretches of a line that lie within a closed outline, in their order. */
function stretchesWithin(line: Polyline, outline: Polyline): readonly Polyline[] {
  const stretches: DraftPoint[][] = [];
  let isOpen = false;
  for (let index = 1; index < line.length; index += 1) {
    const a = line[index - 1];
    const b = line[index];
    if (!a || !b || distance(a, b) === 0) continue;
    const at = (share: number) => ({ x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });
    const shares = [0, ...crossingsOf(a, b, outline), 1];
    for (let step = 1; step < shares.length; step += 1) {
      const from = shares[step - 1] ?? 0;
      const to = shares[step] ?? 1;
      const isWithin = distanceOutside(outline, at((from + to) / 2)) <= OUTSIDE_MM;
      if (isWithin && isOpen) stretches.at(-1)?.push(at(to));
      else if (isWithin) stretches.push([at(from), at(to)]);
      isOpen = isWithin;
    }
  }
  return stretches;
}

/**
 * Ends levels, pockets and stays of a part at its cut line: FreeSewing draws a level as wide as the body, and a patch pocket whole on the
 * front although half of it lies on the side. A line wholly outside is not drawn. Changes no seam and no cut line.
 */
export function endHelpLines({ outline, part }: OutlinedPart): void {
  const help = Object.entries(part.paths).filter(([name, path]) => isHelp(name, path));
  const strokes = new Map(help.map(([name, path]) => [name, strokesOf(path)]));
  const coarse = withoutNeedless(outline);
  const leaving = help.filter(([name]) =>
    strokes.get(name)?.some((line) => line.some((point) => distanceOutside(coarse, point) > 0)),
  );
  if (leaving.length === 0) return;
  const allowance = allowanceLines(part).flatMap(([, path]) => strokesOf(path));
  const cut = outerBoundary([...allowance, outline]);
  for (const [name, path] of leaving) {
    const lines = (strokes.get(name) ?? []).map((line) => withoutNeedless(line));
    if (lines.flat().every((point) => distanceOutside(cut, point) <= OUTSIDE_MM)) continue;
    const { Path, Point } = part.shorthand();
    let drawn = new Path();
    for (const stretch of lines.flatMap((line) => stretchesWithin(line, cut))) {
      stretch.forEach(({ x, y }, index) => {
        const point = new Point(x, y);
        drawn = index === 0 ? drawn.move(point) : drawn.line(point);
      });
    }
    delete part.paths[name];
    if (drawn.ops.length === 0) continue;
    for (const attribute of ["class", "data-text", "data-text-class"]) {
      const values = path.attributes.getAsArray(attribute) || [];
      for (const value of values) drawn.attr(attribute, String(value));
    }
    part.paths[name] = drawn;
  }
}
