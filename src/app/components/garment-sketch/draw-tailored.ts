import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import { BELT_ZONE, beltStrokes } from "./draw-belt.ts";
import { LONG_SLEEVE, sleeve, sleeveEdges } from "./draw-sleeve.ts";
import type { DrawnStyles, GarmentSketch, Stroke } from "./strokes.ts";
import { both, buttonAt, FORM_NECK, formPole, half, hemOf, LEVELS, once } from "./strokes.ts";

/** From the break of the lapel to the nape: the lapel, the gorge and the collar's leaf. */
const LAPELS: Readonly<Partial<Record<StyleName, (button: number) => readonly Stroke[]>>> = {
  "lapel:notch": (button) => [
    both("cloth", `M150 ${button} Q124 ${button - 28} 113 88 L129 82 L150 ${button} Z`),
    both("cloth", `M133 40 Q124 54 119 74 L129 82 L147 116 Q139 70 133 40 Z`),
  ],
  "lapel:peak": (button) => [
    both("cloth", `M150 ${button} Q120 ${button - 26} 105 70 L128 82 L150 ${button} Z`),
    both("cloth", `M133 40 Q124 54 119 76 L128 82 L147 116 Q139 70 133 40 Z`),
  ],
  "lapel:shawl": (button) => [
    both(
      "cloth",
      `M150 ${button} Q106 ${button - 34} 117 76 Q122 54 133 40 Q139 76 150 ${button} Z`,
    ),
  ],
};

const COLLAR_BACK = once("cloth", "M133 40 Q150 50 167 40 Q166 32 150 33 Q134 32 133 40 Z");
const POCKETS = [
  both("detail", "M111 174 L135 177 L135 184 L111 181 Z"),
  once("detail", "M169 97 L185 94 L186 99 L170 102 Z"),
];
const CUFF_BUTTONS = [196, 202, 208].flatMap((y) => {
  const x = sleeveEdges(y, 2).inner - 4;
  return [buttonAt(x, y, 1.1), buttonAt(300 - x, y, 1.1)];
});

/** A garment shaped for a bust closes right over left, any other left over right. */
type Cut = { readonly isJacket: boolean; readonly isShaped: boolean };

type Shape = { readonly hem: number; readonly button: number; readonly flare: number };

/** From the break of the lapel over the shoulder and the side to the hem in the middle of the front. */
function frontOutline({ button, flare, hem }: Shape, edge: string): string {
  const side = 104 - flare;
  return `M150 ${button} L133 40 L99 52 Q104 82 108 104 Q115 128 114 148 Q106 182 ${side} ${hem} ${edge}`;
}

/**
 * The fronts from the shoulder to the hem; those of a jacket are rounded below the last button. Double-breasted fronts have no line in
 * the middle, because one lies over the other.
 */
function fronts(shape: Shape, isJacket: boolean, isDouble: boolean): readonly Stroke[] {
  const { hem } = shape;
  const straight = `Q128 ${hem + 3} 150 ${hem + 3}`;
  if (isDouble) return half(frontOutline(shape, straight));
  const edge = isJacket ? `L136 ${hem + 2} Q149 ${hem} 150 ${hem - 34}` : straight;
  return [both("cloth", `${frontOutline(shape, edge)} Z`)];
}

function drawWaistcoat(): GarmentSketch {
  const body =
    "M133 42 L112 48 Q120 84 106 106 Q114 128 114 148 Q110 166 109 178 L140 196 L150 184 L150 112 Z";
  return {
    strokes: [
      ...FORM_NECK,
      ...formPole(190),
      both("cloth", body),
      both("detail", "M116 152 L136 156"),
      ...[118, 134, 150, 166, 180].map((y) => buttonAt(150, y)),
    ],
    top: 8,
    bottom: 232,
  };
}

/** From the first button down; a coat's buttons are further apart. */
const COLUMNS: Readonly<Partial<Record<StyleName, number>>> = {
  "closing:one": 1,
  "closing:two": 2,
  "closing:three": 3,
};

/** Where the buttons of a double-breasted front sit from its middle, and where its edge lies beyond them. */
const ROW_X = 12;
const OVERLAP_X = 21;

type Buttons = { readonly first: number; readonly count: number };

/** The heights of buttons from the first one down; the belt of a coat hides what it covers. */
function buttonHeights(
  { belt = "belt:none" }: DrawnStyles,
  { count, first }: Buttons,
  isJacket: boolean,
): readonly number[] {
  const step = isJacket ? 22 : 24;
  const heights = Array.from({ length: count }, (_, index) => first + index * step);
  if (isJacket || belt === "belt:none") return heights;
  return heights.filter((y) => y < BELT_ZONE.top || y > BELT_ZONE.bottom);
}

/** Two rows of buttons, and the edge of the front that lies above. */
function doubleClosing(
  styles: DrawnStyles,
  { button, hem }: Shape,
  { isJacket, isShaped }: Cut,
): readonly Stroke[] {
  const aside = isShaped ? 1 : -1;
  const edge = 150 + aside * OVERLAP_X;
  const rows = { first: button + 9, count: isJacket ? 2 : 4 };
  return [
    once(
      "detail",
      `M150 ${button} Q${150 + aside * 14} ${button + 2} ${edge} ${button + 10} L${edge} ${hem + 2}`,
    ),
    ...buttonHeights(styles, rows, isJacket).flatMap((y) => [
      buttonAt(150 - ROW_X, y),
      buttonAt(150 + ROW_X, y),
    ]),
  ];
}

/** The buttons of the front, and the edge that closes it. */
function closing(styles: DrawnStyles, shape: Shape, cut: Cut): readonly Stroke[] {
  if (styles.closing === "closing:double") return doubleClosing(styles, shape, cut);
  const { isJacket } = cut;
  const { button, hem } = shape;
  const count = COLUMNS[styles.closing ?? (isJacket ? "closing:two" : "closing:three")] ?? 1;
  return [
    ...(isJacket ? [] : [once("detail", `M150 ${button + 3} L150 ${hem + 3}`)]),
    ...buttonHeights(styles, { first: button + 3, count }, isJacket).map((y) =>
      buttonAt(isJacket ? 150 : 153, y),
    ),
  ];
}

/** A jacket, a coat or a waistcoat with its lapels, closing and belt, to the ordered length. */
export function drawTailored(component: ComponentName, styles: DrawnStyles): GarmentSketch {
  if (component === "waistcoat") return drawWaistcoat();
  const isJacket = component === "jacket" || component === "blazerByHand";
  const hem = hemOf(styles, isJacket ? LEVELS.seat + 4 : LEVELS.knee);
  const isShaped = component === "blazerByHand" || component === "dartedCoat";
  const button = isJacket ? 138 : 126;
  const flare = isJacket ? 0 : ((hem - LEVELS.hip) / 116) * (isShaped ? 16 : 6);
  const lapel = LAPELS[styles.lapel ?? "lapel:notch"] ?? LAPELS["lapel:notch"];
  const shape = { hem, button, flare };
  return {
    strokes: [
      ...FORM_NECK,
      ...formPole(hem),
      sleeve(LONG_SLEEVE, 2),
      ...fronts(shape, isJacket, styles.closing === "closing:double"),
      ...(isShaped
        ? [both("detail", `M118 92 Q126 130 125 148 Q121 190 ${120 - flare / 2} ${hem}`)]
        : []),
      COLLAR_BACK,
      ...(lapel?.(button) ?? []),
      ...POCKETS,
      ...closing(styles, shape, { isJacket, isShaped }),
      ...beltStrokes(isJacket ? undefined : styles.belt, 37),
      ...CUFF_BUTTONS,
    ],
    top: 8,
    bottom: isJacket ? 250 : 432,
  };
}
