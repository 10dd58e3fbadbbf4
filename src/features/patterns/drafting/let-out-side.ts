import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type { DraftOptions } from "#features/patterns/designs/pattern-design.ts";
import { NotDrafted } from "#features/patterns/measuring/drafted.ts";
import type { DraftedParts, DraftPoint } from "#features/patterns/measuring/drafted-part.ts";
import type { HousePart } from "./let-out-legs.ts";
import { dividedPoints, numberOf, rising } from "./let-out-legs.ts";

/** Halves on the fold, and the points at the height of chest, waist and seat. */
type Sides = {
  readonly parts: readonly string[];
  readonly chest: string;
  readonly waist: string;
  readonly seat: string;
};

const SIDES: Readonly<Partial<Record<DraftableDesign, Sides>>> = {
  teagan: {
    parts: ["teagan.front", "teagan.back"],
    chest: "cbChest",
    waist: "cbWaist",
    seat: "cbHips",
  },
  bibi: { parts: ["bibi.front", "bibi.back"], chest: "chest", waist: "waist", seat: "seat" },
};

/**
 * Lets the side seams of a garment that hangs straight out, or takes them in where a share is negative: at the waist from nothing at the
 * chest to nothing at the seat, and at the seat from nothing at the waist to the whole hem. Shares of the drawn half. The side seam of
 * a T-shirt and of a column gown is one line, so that no option of their designs moves one of its levels alone. Changes the parts and
 * tells which; nothing for a share of 0.
 */
export function letOutSide(
  design: DraftableDesign,
  parts: DraftedParts,
  options: DraftOptions,
): readonly HousePart[] {
  const sides = SIDES[design];
  const waist = numberOf(options, "waistWidth");
  const seat = numberOf(options, "seatWidth");
  if (!sides || (waist === 0 && seat === 0)) return [];
  const names = sides.parts.filter((name) => parts[name] !== undefined);
  return names.map((part) => {
    const at = (point: string): DraftPoint => {
      const found = parts[part]?.points[point];
      if (!found) throw new NotDrafted(part, `point ${point}`);
      return found;
    };
    const side = at("armhole").x;
    const chestY = Math.max(at("armhole").y, at(sides.chest).y);
    const waistY = at(sides.waist).y;
    const seatY = at(sides.seat).y;
    const outMm = ({ x, y }: DraftPoint) => {
      const below = rising(y, waistY, seatY);
      const share = waist * rising(y, chestY, waistY) * (1 - below) + seat * below;
      return share * side * Math.min(1, Math.max(0, x / side));
    };
    const moves = [...dividedPoints(parts, part)].map((point) => ({ point, by: outMm(point) }));
    for (const { by, point } of moves) point.x += by;
    return { part, byMm: (Math.abs(waist) + Math.abs(seat)) * side, note: "" };
  });
}
