import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type { DraftedParts, DraftPoint } from "#features/patterns/measuring/drafted-part.ts";
import type { HousePart } from "./let-out-legs.ts";

/** The back of each coat, and the parts that are drawn on it. */
const BACKS: Readonly<
  Partial<Record<DraftableDesign, readonly [back: string, ...others: string[]]>>
> = {
  carlton: ["carlton.back", "carlton.backStay"],
  carlita: ["carlita.back", "carlton.backStay"],
};

type Movable = { x: number; y: number };

function pointsOf(parts: DraftedParts, name: string): ReadonlySet<Movable> {
  const part = parts[name];
  const ops = Object.values(part?.paths ?? {}).flatMap((path) => path?.ops ?? []);
  const found = [
    ...Object.values(part?.points ?? {}),
    ...ops.flatMap(({ cp1, cp2, to }) => [cp1, cp2, to]),
  ];
  return new Set(found.flatMap((point) => (point ? [point as Movable] : [])));
}

const NEAR_MM = 0.01;

/**
 * Closes the back dart of a coat whose waist is larger than its chest. FreeSewing draws the dart turned around then, so that sewing it
 * would take away what the waist lacks; here it has no width, and the side seam goes out by what the turned dart stood for, from nothing
 * at the armhole. The tail is drawn to that waist. Changes the parts and tells which; nothing for a dart that takes something in.
 */
export function closeBackDart(design: DraftableDesign, parts: DraftedParts): readonly HousePart[] {
  const [back, ...others] = BACKS[design] ?? [];
  const points = back === undefined ? undefined : parts[back]?.points;
  const { armhole, dartCenter, dartLeft, dartRight, dartTip, waist } = points ?? {};
  if (!(back && armhole && dartCenter && dartLeft && dartRight && dartTip && waist)) return [];
  const outMm = dartLeft.x - dartRight.x;
  if (outMm <= 0) return [];
  const center = dartCenter.x;
  const half = outMm / 2 + NEAR_MM;
  const top = { armholeY: armhole.y, tipY: dartTip.y, waistY: waist.y };
  const moved = ({ x, y }: DraftPoint): number => {
    if (Math.abs(x - center) <= half && y > top.tipY + NEAR_MM) return center;
    const down = Math.min(1, Math.max(0, (y - top.armholeY) / (top.waistY - top.armholeY)));
    return x > center ? x + outMm * down : x;
  };
  for (const name of [back, ...others]) {
    const moves = [...pointsOf(parts, name)].map((point) => ({ point, x: moved(point) }));
    for (const { point, x } of moves) point.x = x;
  }
  const note = `No back dart: the side seam goes out by ${outMm.toFixed(1)} mm at the waist.`;
  return [back, ...others]
    .filter((part) => parts[part] !== undefined)
    .map((part) => ({ part, byMm: outMm, note: part === back ? note : "" }));
}
