import type { Draft } from "./draft.ts";
import { isPrinted } from "./draft.ts";
import type { Step } from "./geometry.ts";

/** A seam line that a page draws: SVG path data in the part's own coordinates. */
export type DrawnSeam = { readonly part: string; readonly d: string };

const SAME_MM = 0.02;

function numbersOf(steps: readonly Step[]): number[] {
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

/** Printed parts whose measured seam line is not among the drawn ones, within 0.02 mm. */
export function seamsNotDrawn(draft: Draft, drawn: readonly DrawnSeam[]): string[] {
  return Object.entries(draft.parts).flatMap(([name, part]) => {
    const seam = part.paths.seam;
    if (!isPrinted(part) || !seam || seam.hidden) return [];
    const measured = numbersOf(seam.ops);
    const isSame = drawn
      .filter((line) => line.part === name)
      .map(({ d }) => numbersIn(d))
      .some(
        (line) =>
          line.length === measured.length &&
          line.every((value, index) => Math.abs(value - (measured[index] ?? 0)) <= SAME_MM),
      );
    return isSame ? [] : [name];
  });
}
