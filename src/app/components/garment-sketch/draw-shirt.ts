import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import { LONG_SLEEVE, sleeve, sleeveEdges, sleeveEnd } from "./draw-sleeve.ts";
import type { DrawnStyles, GarmentSketch, Stroke } from "./strokes.ts";
import { both, buttonAt, FORM_NECK, formPole, hemOf, once } from "./strokes.ts";

const STAND = once("cloth", "M134 42 Q150 56 166 42 L165 34 Q150 42 135 34 Z");

/** The leaves of a turned-down collar by where its point lies. */
const leaf = (x: number, y: number) =>
  both("cloth", `M150 52 L${x} ${y} L129 50 Q131 38 137 31 Q142 44 150 52 Z`);

const BAND = [
  once("cloth", "M132 44 Q150 60 168 44 L166 31 Q150 44 134 31 Z"),
  once("detail", "M150 54 L150 41"),
];

const COLLARS: Readonly<Partial<Record<StyleName, readonly Stroke[]>>> = {
  "collar:classic": [STAND, leaf(136, 80)],
  "collar:spread": [STAND, leaf(122, 70)],
  "collar:button_down": [STAND, leaf(136, 78), buttonAt(137, 74, 1.2), buttonAt(163, 74, 1.2)],
  "collar:band": BAND,
};

/** The leaves of a collar that is worn open, over a front that is open to `y`. */
export const openCollar = (y: number): readonly Stroke[] => [
  both("detail", `M150 ${y} Q140 66 134 44`),
  both("cloth", "M136 34 Q130 42 127 54 L119 84 L141 62 Q137 48 136 34 Z"),
];

const buttonsDown = (from: number, to: number, step: number): readonly Stroke[] => {
  const count = Math.floor((to - from) / step) + 1;
  return Array.from({ length: count }, (_, index) => buttonAt(150, from + index * step, 1.5));
};

/** The closing of the front from the collar to the hem. */
export function shirtFront(
  front: StyleName | undefined,
  from: number,
  hem: number,
): readonly Stroke[] {
  const buttons = buttonsDown(from + 8, hem - 14, 20);
  const placket = both("detail", `M145 ${from} L145 ${hem}`);
  if (front === "front:plain") return [once("detail", `M154 ${from} L154 ${hem}`), ...buttons];
  if (front === "front:covered") return [placket];
  return [placket, ...buttons];
}

/** The band at the end of a long sleeve, with what closes it. */
function cuffs(cuff: StyleName | undefined): readonly Stroke[] {
  const isFrench = cuff === "cuff:french";
  const height = isFrench ? 24 : cuff === "cuff:two_buttons" ? 20 : 15;
  const top = LONG_SLEEVE - height;
  const above = sleeveEdges(top, 1);
  const below = sleeveEdges(LONG_SLEEVE, 1);
  const band = both(
    "cloth",
    `M${above.outer + 1} ${top} L${above.inner - 1} ${top} L${below.inner} ${LONG_SLEEVE} Q${(below.inner + below.outer) / 2} ${LONG_SLEEVE + 4} ${below.outer} ${LONG_SLEEVE} Z`,
  );
  const x = below.inner - 4;
  const pair = (y: number, radius: number) => [
    buttonAt(x, y, radius),
    buttonAt(300 - x, y, radius),
  ];
  if (isFrench) {
    const middle = top + height / 2;
    const turn = both("detail", `M${below.outer + 1} ${middle} L${below.inner - 1} ${middle}`);
    return [band, turn, ...pair(middle + 6, 2)];
  }
  if (cuff === "cuff:two_buttons") return [band, ...pair(top + 6, 1.2), ...pair(top + 14, 1.2)];
  return [band, ...pair(top + 8, 1.2)];
}

/** A shirt or a T-shirt with collar, front, sleeves and cuffs, to the ordered length. */
export function drawShirt(component: ComponentName, styles: DrawnStyles): GarmentSketch {
  const isTop = component === "tShirt";
  const hem = hemOf(styles, isTop ? 206 : 226);
  const end = sleeveEnd(styles.sleeve, isTop ? 112 : LONG_SLEEVE);
  const waist = component === "dartedShirt" ? 113 : 109;
  const curve = isTop
    ? `Q128 ${hem + 3} 150 ${hem + 3}`
    : `Q106 ${hem - 12} 124 ${hem - 2} Q138 ${hem + 4} 150 ${hem + 4}`;
  const side = isTop ? hem : hem - 16;
  const darts = component === "dartedShirt" ? [both("detail", "M126 132 Q127 150 125 182")] : [];
  const collar = COLLARS[styles.collar ?? "collar:classic"] ?? [];
  const above = isTop
    ? [once("detail", "M131 42 Q150 68 169 42 M127 43 Q150 76 173 43")]
    : [...shirtFront(styles.front, 58, hem + 3), both("detail", "M101 60 L131 50"), ...collar];
  return {
    strokes: [
      ...FORM_NECK,
      ...formPole(hem),
      ...(end === null ? [] : [sleeve(end, isTop ? 4 : 1)]),
      ...(end === LONG_SLEEVE && !isTop ? cuffs(styles.cuff) : []),
      both(
        "cloth",
        `M133 41 L99 52 Q103 80 107 104 Q${waist} 126 ${waist} 150 Q105 176 104 ${side} ${curve} L150 56 Q138 52 133 41 Z`,
      ),
      ...darts,
      ...above,
    ],
    top: 8,
    bottom: 262,
  };
}
