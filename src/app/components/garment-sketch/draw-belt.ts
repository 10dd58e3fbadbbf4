import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import type { Stroke } from "./strokes.ts";
import { LEVELS, once } from "./strokes.ts";

const { waist } = LEVELS;

/** What a belt covers of the garment below it, by height on the page. */
export const BELT_ZONE = { top: waist - 7, bottom: waist + 13 } as const;

function band(width: number): Stroke {
  const left = 150 - width;
  const right = 150 + width;
  return once(
    "cloth",
    `M${left} ${waist - 4} Q150 ${waist + 2} ${right} ${waist - 4} L${right} ${waist + 6} Q150 ${waist + 12} ${left} ${waist + 6} Z`,
  );
}

const BUCKLE = [
  once(
    "button",
    `M142 ${waist - 3} L158 ${waist - 3} L158 ${waist + 11} L142 ${waist + 11} Z M146 ${waist + 1} L154 ${waist + 1} L154 ${waist + 7} L146 ${waist + 7} Z`,
  ),
  once("detail", `M150 ${waist + 4} L158 ${waist + 4} M172 ${waist - 1} L172 ${waist + 9}`),
];

const TAILS = once(
  "detail",
  `M148 ${waist + 6} Q142 ${waist + 24} 144 ${waist + 40} M152 ${waist + 6} Q158 ${waist + 22} 155 ${waist + 36}`,
);

/** A belt around a waist of half this width; none without one. */
export function beltStrokes(belt: StyleName | undefined, width: number): readonly Stroke[] {
  if (belt === "belt:buckled") return [band(width), ...BUCKLE];
  if (belt === "belt:tied") return [band(width), TAILS];
  return [];
}
