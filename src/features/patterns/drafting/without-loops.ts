import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import { distance } from "#features/patterns/measuring/drafted-part.ts";

/** The allowances of two seams that meet at a sharp corner overlap in a loop of at most this length. */
const MAX_LOOP_MM = 80;

/** Where two segments cross, without their ends; null where they do not. */
function crossingOf(
  [a, b]: readonly [DraftPoint, DraftPoint],
  [c, d]: readonly [DraftPoint, DraftPoint],
): DraftPoint | null {
  const denominator = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
  if (Math.abs(denominator) < 1e-9) return null;
  const share = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / denominator;
  const other = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / denominator;
  const isInside = share > 0 && share < 1 && other > 0 && other < 1;
  return isInside ? { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) } : null;
}

type Loop = { readonly from: number; readonly to: number; readonly at: DraftPoint };

/** The first short loop of a line: the segments that cross, and where. */
function loopOf(line: Polyline): Loop | null {
  for (let from = 0; from + 1 < line.length; from += 1) {
    const a = line[from];
    const b = line[from + 1];
    if (!a || !b) continue;
    let length = 0;
    for (let to = from + 2; to + 1 < line.length && length < MAX_LOOP_MM; to += 1) {
      const before = line[to - 1];
      const c = line[to];
      const d = line[to + 1];
      if (!before || !c || !d) continue;
      length += distance(before, c);
      const at = crossingOf([a, b], [c, d]);
      if (at) return { from, to, at };
    }
  }
  return null;
}

/** A line without the short loops in which it crosses itself; the same line when there are none. */
export function withoutLoops(line: Polyline): Polyline {
  const loop = loopOf(line);
  if (!loop) return line;
  return withoutLoops([...line.slice(0, loop.from + 1), loop.at, ...line.slice(loop.to + 1)]);
}
