import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import type { DrawnStyles, GarmentSketch, Stroke } from "./strokes.ts";
import { both, buttonAt, FORM_WAIST, formPole, hemOf, LEVELS, once } from "./strokes.ts";

const { waist } = LEVELS;
const WAISTBAND = once(
  "cloth",
  `M117 ${waist} Q150 ${waist + 6} 183 ${waist} L184 ${waist + 9} Q150 ${waist + 15} 116 ${waist + 9} Z`,
);

const PLEATS: Readonly<Partial<Record<StyleName, string>>> = {
  "pleats:one": "M134 160 L132 216",
  "pleats:two": "M138 161 L137 220 M127 159 L125 204",
};

/** Cropped trousers end at the calf. */
const CROPPED_LEG = 372;

/** Trousers from the waist to the ordered hem. */
function drawTrousers(isWide: boolean, styles: DrawnStyles): GarmentSketch {
  const hem = styles.length === "length:cropped" ? CROPPED_LEG : hemOf(styles, 408);
  const share = (hem - 226) / 182;
  const outer = isWide ? 104 - 26 * share : 105 + 9 * share;
  const inner = isWide ? 149 - 6 * share : 149 - 11 * share;
  const turnUp =
    styles.leg_hem === "leg_hem:turn_up"
      ? [
          both(
            "cloth",
            `M${outer - 2} ${hem - 14} Q${(outer + inner) / 2} ${hem - 10} ${inner + 1} ${hem - 14} L${inner + 1} ${hem} Q${(outer + inner) / 2} ${hem + 4} ${outer - 2} ${hem} Z`,
          ),
        ]
      : [];
  const pleats = PLEATS[styles.pleats ?? "pleats:none"];
  return {
    strokes: [
      ...FORM_WAIST,
      both(
        "cloth",
        `M150 ${waist + 10} L116 ${waist + 6} Q105 182 104 206 Q${isWide ? 98 : 104} 300 ${outer} ${hem} Q${(outer + inner) / 2} ${hem + 4} ${inner} ${hem} Q146 300 150 228 Z`,
      ),
      both("detail", `M${(outer + inner) / 2} ${hem - 2} Q128 300 130 ${pleats ? 216 : 178}`),
      ...(pleats ? [both("detail", pleats)] : []),
      both("detail", "M113 164 L107 190"),
      ...turnUp,
      WAISTBAND,
      once("detail", "M150 164 L150 226 M150 164 Q157 196 151 210"),
      buttonAt(150, waist + 10, 1.6),
    ],
    top: 108,
    bottom: 432,
  };
}

/** Half the width of a skirt at its hem. */
const SKIRT_WIDTHS: Readonly<Partial<Record<ComponentName, (drop: number) => number>>> = {
  pencilSkirt: (drop) => 46 - drop * 0.03,
  flaredSkirt: (drop) => 36 + drop * 0.24,
  slipByHand: (drop) => 38 + drop * 0.13,
  circleSkirt: (drop) => 36 + drop * 0.4,
};

/** Folds of a full skirt: from the waist to the hem, wider apart below. */
function gathers(hem: number, width: number, count: number): readonly Stroke[] {
  return Array.from({ length: count }, (_, index) => {
    const share = (index + 0.6) / count;
    const top = 150 - 33 * share;
    const bottom = 150 - width * share;
    return both(
      "detail",
      `M${top} ${waist + 12} Q${top - 2} ${(waist + hem) / 2} ${bottom} ${hem - 2}`,
    );
  });
}

/** The skirt from the waist to its hem, without a waistband; a dress has the same. */
export function skirtStrokes(component: ComponentName, hem: number): readonly Stroke[] {
  const drop = hem - waist;
  const width = (SKIRT_WIDTHS[component] ?? SKIRT_WIDTHS.pencilSkirt)?.(drop) ?? 46;
  const left = 150 - width;
  // The waist has its line from the waistband or the bodice.
  const between = (edge: string): readonly Stroke[] => [
    both("ground", `M150 ${waist + 4} L117 ${waist} ${edge} Z`),
    both("edge", `M117 ${waist} ${edge}`),
  ];
  if (component === "circleSkirt") {
    const side = `Q${116 - width * 0.12} ${waist + 50} ${left} ${hem}`;
    const wave = `q${width * 0.18} 9 ${width * 0.34} 2 q${width * 0.16} 9 ${width * 0.33} 2 Q${150 - width * 0.16} ${hem + 12} 150 ${hem + 5}`;
    return [...between(`${side} ${wave}`), ...gathers(hem, width, 4)];
  }
  const bow = `Q${(left + 150) / 2} ${hem + 7} 150 ${hem + 7}`;
  if (component === "pencilSkirt" || component === "slipByHand") {
    const side = `Q104 172 103 206 L${left} ${hem}`;
    const dart = component === "pencilSkirt" ? [both("detail", `M132 ${waist + 8} L131 186`)] : [];
    return [...between(`${side} ${bow}`), ...dart];
  }
  const side = `C110 ${waist + drop * 0.24} ${left + 22} ${waist + drop * 0.5} ${left} ${hem}`;
  const seam = `M134 ${waist + 8} Q131 ${waist + 60} ${150 - width * 0.45} ${hem + 5}`;
  return [...between(`${side} ${bow}`), both("detail", seam)];
}

/** Slits at the sides of a pencil skirt. */
export const sideSlits = ({ slit }: DrawnStyles, hem: number): readonly Stroke[] =>
  slit === "slit:sides" ? [both("detail", `M112 ${hem - 52} L117 ${hem + 3}`)] : [];

/** A skirt with its waistband to the ordered hem, with slits at the sides. */
function drawSkirt(component: ComponentName, styles: DrawnStyles): GarmentSketch {
  const hem = hemOf(styles, LEVELS.knee);
  const slits = component === "pencilSkirt" ? sideSlits(styles, hem) : [];
  return {
    strokes: [
      ...FORM_WAIST,
      ...formPole(hem + 6),
      ...skirtStrokes(component, hem),
      ...slits,
      WAISTBAND,
    ],
    top: 108,
    bottom: 432,
  };
}

const usualLeg = (component: ComponentName): StyleName =>
  component === "wideTrousers" ? "leg:wide" : "leg:straight";

/** Trousers or a skirt. */
export function drawBottom(component: ComponentName, styles: DrawnStyles): GarmentSketch {
  const isTrousers =
    component === "chinos" || component === "trousers" || component === "wideTrousers";
  return isTrousers
    ? drawTrousers((styles.leg ?? usualLeg(component)) === "leg:wide", styles)
    : drawSkirt(component, styles);
}
