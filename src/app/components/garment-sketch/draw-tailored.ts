import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import { LONG_SLEEVE, sleeve, sleeveEdges } from "./draw-sleeve.ts";
import type { DrawnStyles, GarmentSketch, Stroke } from "./strokes.ts";
import { both, buttonAt, FORM_NECK, formPole, hemOf, LEVELS, once } from "./strokes.ts";

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

type Shape = { readonly hem: number; readonly button: number; readonly flare: number };

/** The front and its side, from the shoulder to the hem; the fronts of a jacket are rounded below the last button. */
function front({ button, flare, hem }: Shape, isJacket: boolean): Stroke {
  const side = 104 - flare;
  const edge = isJacket
    ? `L136 ${hem + 2} Q149 ${hem} 150 ${hem - 34}`
    : `Q128 ${hem + 3} 150 ${hem + 3}`;
  return both(
    "cloth",
    `M133 40 L99 52 Q104 82 108 104 Q115 128 114 148 Q106 182 ${side} ${hem} ${edge} L150 ${button} Z`,
  );
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

/** A jacket, a coat or a waistcoat with its lapels, to the ordered length. */
export function drawTailored(component: ComponentName, styles: DrawnStyles): GarmentSketch {
  if (component === "waistcoat") return drawWaistcoat();
  const isJacket = component === "jacket" || component === "blazerByHand";
  const hem = hemOf(styles, isJacket ? LEVELS.seat + 4 : LEVELS.knee);
  const isShaped = component === "blazerByHand" || component === "dartedCoat";
  const button = isJacket ? 138 : 126;
  const flare = isJacket ? 0 : ((hem - LEVELS.hip) / 116) * (isShaped ? 16 : 6);
  const lapel = LAPELS[styles.lapel ?? "lapel:notch"] ?? LAPELS["lapel:notch"];
  const buttons = isJacket ? [button + 3, button + 25] : [button + 3, button + 27, button + 51];
  const below = isJacket ? [] : [once("detail", `M150 ${button + 54} L150 ${hem + 3}`)];
  return {
    strokes: [
      ...FORM_NECK,
      ...formPole(hem),
      sleeve(LONG_SLEEVE, 2),
      front({ hem, button, flare }, isJacket),
      ...below,
      ...(isShaped
        ? [both("detail", `M118 92 Q126 130 125 148 Q121 190 ${120 - flare / 2} ${hem}`)]
        : []),
      COLLAR_BACK,
      ...(lapel?.(button) ?? []),
      ...POCKETS,
      ...buttons.map((y) => buttonAt(isJacket ? 150 : 153, y)),
      ...CUFF_BUTTONS,
    ],
    top: 8,
    bottom: isJacket ? 250 : 432,
  };
}
