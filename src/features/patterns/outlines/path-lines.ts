import type {
  DraftOperation,
  DraftPoint,
  Polyline,
} from "#features/patterns/measuring/drafted-part.ts";
import { strokesOf } from "#features/patterns/measuring/drafted-part.ts";

const COMMAND = /([MLCZ])([^MLCZ]*)/gi;
const NUMBER = /-?\d+(?:\.\d+)?(?:e-?\d+)?/gi;

/** Absolute moves, lines, curves and closings of SVG path data, as the shop's drawings have them. */
function operationsOf(d: string): DraftOperation[] {
  return [...d.matchAll(COMMAND)].flatMap(([, letter = "", text = ""]): DraftOperation[] => {
    const numbers = [...text.matchAll(NUMBER)].map(([number]) => Number(number));
    const at = (index: number): DraftPoint => ({
      x: numbers[index] ?? Number.NaN,
      y: numbers[index + 1] ?? Number.NaN,
    });
    switch (letter.toUpperCase()) {
      case "M":
        return [{ type: "move", to: at(0) }];
      case "L":
        return [{ type: "line", to: at(0) }];
      case "C":
        return [{ type: "curve", cp1: at(0), cp2: at(2), to: at(4) }];
      default:
        return [{ type: "close" }];
    }
  });
}

/** The strokes of SVG path data as points joined by straight lines, in the data's own unit; a closed one ends at its start. */
export function linesOfPath(d: string): readonly Polyline[] {
  return strokesOf({ hidden: false, ops: operationsOf(d) });
}
