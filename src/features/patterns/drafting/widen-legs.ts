import { NotDrafted } from "#features/patterns/measuring/drafted.ts";
import type { DraftedParts, DraftPoint } from "#features/patterns/measuring/drafted-part.ts";
import { distance } from "#features/patterns/measuring/drafted-part.ts";

const LEGS = ["titan.front", "titan.back"] as const;

type Movable = { x: number; y: number };

/** Every point of a part once: FreeSewing shares them between lines and names. */
function pointsOf(parts: DraftedParts, name: string): ReadonlySet<Movable> {
  const part = parts[name];
  const ops = Object.values(part?.paths ?? {}).flatMap((path) => path?.ops ?? []);
  const found = [
    ...Object.values(part?.points ?? {}),
    ...ops.flatMap(({ cp1, cp2, to }) => [cp1, cp2, to]),
  ];
  return new Set(found.flatMap((point) => (point ? [point as Movable] : [])));
}

/**
 * Widens the legs of plain trousers toward the hem by a share of the hem's width: as much at each of the four seams, from nothing at
 * the seat (outer seams) and the fork (inner seams) in a straight line. Moves every point of front and back with the seams, so that
 * seam allowances keep their width. FreeSewing's block falls straight from the knee and is never wider below it.
 */
export function widenLegs(parts: DraftedParts, share: number): void {
  if (share === 0 || LEGS.some((name) => parts[name] === undefined)) return;
  const at = (part: string, name: string): DraftPoint => {
    const point = parts[part]?.points[name];
    if (!point) throw new NotDrafted(part, `point ${name}`);
    return point;
  };
  const legs = LEGS.map((name) => {
    const hem = at(name, "floorOut");
    const inner = at(name, "floorIn");
    const width = distance(hem, inner);
    return {
      name,
      width,
      center: (hem.x + inner.x) / 2,
      outward: Math.sign(hem.x - inner.x),
      hemY: hem.y,
      seatY: at(name, "seatOut").y,
      forkY: at(name, "fork").y,
    };
  });
  const byMm = (share * legs.reduce((sum, { width }) => sum + width, 0)) / (2 * legs.length);
  for (const { center, forkY, hemY, name, outward, seatY } of legs) {
    for (const point of pointsOf(parts, name)) {
      const side = Math.sign(point.x - center) * outward;
      const fromY = side > 0 ? seatY : forkY;
      const down = Math.min(1, Math.max(0, (point.y - fromY) / (hemY - fromY)));
      point.x += side * outward * byMm * down;
    }
  }
}
