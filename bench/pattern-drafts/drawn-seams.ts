import type { Draft } from "./draft.ts";
import { isPrinted } from "./draft.ts";
import type { Outline, Point, Step } from "./geometry.ts";
import { distance, flatten } from "./geometry.ts";
import type { DrawnLines } from "./seam-walk.ts";

/** A seam line that a page draws: SVG path data in the part's own coordinates. */
export type DrawnSeam = { readonly part: string; readonly d: string };

/** A corner that the shop moved along its seam, so that two seams become equal. */
export type MovedCorner = { readonly part: string; readonly byMm: number };

const SAME_MM = 0.02;
/** Moves are told to a tenth, and a corner may be moved twice. */
const ROUNDED_MM = 0.3;

export function numbersOf(steps: readonly Step[]): number[] {
  return steps.flatMap((step) => {
    switch (step.type) {
      case "curve":
        return [step.cp1, step.cp2, step.to].flatMap(({ x, y }) => [x, y]);
      case "move":
      case "line":
        return [step.to.x, step.to.y];
      default:
        return [];
    }
  });
}

const numbersIn = (d: string) => (d.match(/-?\d+(\.\d+)?(e-?\d+)?/g) ?? []).map(Number);

/**
 * Printed parts whose measured seam line is not among the drawn ones, within 0.02 mm; where the shop says that it moved corners
 * of a part, within as much as that.
 */
export function seamsNotDrawn(
  draft: Draft,
  drawn: readonly DrawnSeam[],
  moved: readonly MovedCorner[] = [],
): string[] {
  return Object.entries(draft.parts).flatMap(([name, part]) => {
    const seam = part.paths.seam;
    if (!isPrinted(part) || !seam || seam.hidden) return [];
    const measured = numbersOf(seam.ops);
    const allowed = moved.reduce(
      (sum, { part: of, byMm }) => (of === name ? sum + Math.abs(byMm) + ROUNDED_MM : sum),
      SAME_MM,
    );
    const isSame = drawn
      .filter((line) => line.part === name)
      .map(({ d }) => numbersIn(d))
      .some(
        (line) =>
          line.length === measured.length &&
          line.every((value, index) => Math.abs(value - (measured[index] ?? 0)) <= allowed),
      );
    return isSame ? [] : [name];
  });
}

const CHORDS = 200;

/** The steps of SVG path data with absolute M, L, C and Z. */
export function stepsOf(d: string): Step[] {
  return [...d.matchAll(/([MLCZ])([^MLCZ]*)/g)].map(([, letter = "", rest = ""]): Step => {
    const [a = 0, b = 0, c = 0, e = 0, f = 0, g = 0] = numbersIn(rest);
    if (letter === "M") return { type: "move", to: { x: a, y: b } };
    if (letter === "L") return { type: "line", to: { x: a, y: b } };
    if (letter === "Z") return { type: "close" };
    return { type: "curve", cp1: { x: a, y: b }, cp2: { x: c, y: e }, to: { x: f, y: g } };
  });
}

const awayFrom = (outline: Outline, point: Point) =>
  Math.min(...outline.map((corner) => distance(corner, point)));

/** What the shop draws and prints, for walking: of a part's lines the one that runs between both landmarks. */
export function drawnLinesOf(seams: readonly DrawnSeam[]): DrawnLines {
  const byPart = new Map<string, { outline: Outline; isClosed: boolean }[]>();
  for (const { part, d } of seams) {
    const line = { outline: flatten(stepsOf(d), CHORDS), isClosed: d.includes("Z") };
    byPart.set(part, [...(byPart.get(part) ?? []), line]);
  }
  return ({ part, start, end }) => {
    const away = ({ outline }: { outline: Outline }) =>
      awayFrom(outline, start) + awayFrom(outline, end);
    const [best] = (byPart.get(part) ?? []).toSorted((a, b) => away(a) - away(b));
    return best ?? null;
  };
}
