import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import { beltStrokes } from "./draw-belt.ts";
import { sideSlits, skirtStrokes } from "./draw-bottom.ts";
import { openCollar, shirtFront } from "./draw-shirt.ts";
import { lowSleeve, sleeve, sleeveEnd } from "./draw-sleeve.ts";
import type { DrawnStyles, GarmentSketch, Stroke } from "./strokes.ts";
import { both, FORM_NECK, formPole, half, hemOf, LEVELS, once } from "./strokes.ts";

const { waist } = LEVELS;

/** The skirt that each kind of dress has. */
const SKIRT_OF: Readonly<Partial<Record<ComponentName, ComponentName>>> = {
  slipByHand: "slipByHand",
  shirtDressByHand: "flaredSkirt",
  gownByHand: "circleSkirt",
  circleSkirt: "circleSkirt",
  flaredSkirt: "flaredSkirt",
};

/** Half of a neckline: where it leaves the shoulder, and its line from there to the middle of the front. */
type Neckline = { readonly shoulder: number; readonly line: string };

const ROUND: Neckline = { shoulder: 126, line: "Q134 70 150 74" };

const NECKLINES: Readonly<Partial<Record<StyleName, Neckline>>> = {
  "neckline:round": ROUND,
  "neckline:v": { shoulder: 128, line: "Q140 78 150 100" },
  "neckline:boat": { shoulder: 116, line: "Q132 56 150 57" },
  "neckline:square": { shoulder: 127, line: "L129 82 L150 82" },
  "neckline:high": { shoulder: 133, line: "L136 33 Q143 37 150 37" },
};

/** Necklines that end below the shoulders, from the side to the middle of the front. */
const LOW_NECKLINES: Readonly<Partial<Record<StyleName, string>>> = {
  "neckline:sweetheart": "Q113 86 122 82 Q141 72 150 92",
  "neckline:cowl": "Q114 86 123 81 Q132 100 150 102",
  "neckline:off_shoulder": "L108 96 L150 100",
};

/** The V of a gown without sleeves is held by straps. */
const STRAPPED_V = "Q113 88 123 80 Q140 84 150 108";

const STRAPS = both("cloth", "M121 84 L131 41 L134 42 L126 82 Z");

const LOW_DETAILS: Readonly<Partial<Record<StyleName, readonly Stroke[]>>> = {
  "neckline:sweetheart": [STRAPS],
  "neckline:v": [STRAPS],
  "neckline:cowl": [
    both("detail", "M123 81 L132 42"),
    both("detail", "M116 90 Q130 114 150 116 M113 98 Q128 128 150 130"),
  ],
  "neckline:off_shoulder": [
    ...half("M150 80 Q124 84 96 68 Q90 82 94 96 Q124 108 150 104"),
    both("detail", "M150 92 Q122 96 93 83"),
  ],
};

/** From the top of the side seam to the waist. */
const SIDE = `Q110 98 109 106 Q116 128 117 ${waist}`;

/** A bodice that ends at `line` below the shoulders. */
const lowBodice = (line: string): readonly Stroke[] => [
  both(
    "ground",
    `M110 88 ${line} L150 ${waist + 4} L117 ${waist} Q116 128 109 106 Q110 98 110 88 Z`,
  ),
  both("edge", `M110 88 ${line} M110 88 ${SIDE}`),
];

/** The bodice from its neckline to the waist. */
function bodice(neckline: StyleName, hasSleeve: boolean, isGown: boolean): readonly Stroke[] {
  const isStrapped = isGown && neckline === "neckline:v" && !hasSleeve;
  const low = isStrapped ? STRAPPED_V : LOW_NECKLINES[neckline];
  if (low !== undefined) return [...lowBodice(low), ...(LOW_DETAILS[neckline] ?? [])];
  const { line, shoulder } = NECKLINES[neckline] ?? ROUND;
  const slope = (x: number) => 42 + ((133 - x) / 34) * 11;
  const point = hasSleeve ? 99 : Math.min(110, shoulder - 6);
  const hollow = hasSleeve ? 102 : 113;
  const top = `M${shoulder} ${slope(shoulder)}`;
  const shoulderPoint = `${point} ${slope(point)}`;
  const side = `L${shoulderPoint} Q${hollow} 84 109 106 Q116 128 117 ${waist}`;
  const back = `L117 ${waist} Q116 128 109 106 Q${hollow} 84 ${shoulderPoint} Z`;
  return [
    both("ground", `${top} ${line} L150 ${waist + 4} ${back}`),
    both("edge", `${top} ${line} ${top} ${side}`),
  ];
}

/** The waist of a gown, gathered by hand. */
const RUCHED = [0, 6, 12].map((drop) =>
  once("detail", `M117 ${waist - 14 + drop} Q150 ${waist - 9 + drop} 183 ${waist - 14 + drop}`),
);
/** A slip on the bias has none. */
const WAIST_SEAM = once("detail", `M117 ${waist} Q150 ${waist + 7} 183 ${waist}`);
function drawShirtDress(styles: DrawnStyles): GarmentSketch {
  const hem = hemOf(styles, LEVELS.knee);
  const end = sleeveEnd(styles.sleeve, 140);
  return {
    strokes: [
      ...FORM_NECK,
      ...formPole(hem + 6),
      ...(end === null ? [] : [sleeve(end, 2)]),
      ...skirtStrokes("flaredSkirt", hem),
      both(
        "cloth",
        `M133 41 L${end === null ? 108 : 99} ${end === null ? 49 : 52} Q103 80 108 104 Q115 126 116 ${waist} L150 ${waist + 4} L150 92 Q138 62 133 41 Z`,
      ),
      ...shirtFront(styles.front, 92, hem + 5),
      ...openCollar(92),
      ...beltStrokes(styles.belt ?? "belt:tied", 34),
    ],
    top: 8,
    bottom: 432,
  };
}

/** A dress with neckline, sleeves and skirt to the ordered length. `component` names its kind, or the skirt of a woven bodice. */
export function drawDress(component: ComponentName, styles: DrawnStyles): GarmentSketch {
  if (component === "shirtDressByHand") return drawShirtDress(styles);
  const hem = hemOf(styles, component === "columnGown" ? 414 : LEVELS.knee);
  const skirt = SKIRT_OF[component] ?? "pencilSkirt";
  const neckline =
    styles.neckline ?? (component === "slipByHand" ? "neckline:cowl" : "neckline:round");
  const isLow = LOW_NECKLINES[neckline] !== undefined;
  const end = sleeveEnd(styles.sleeve, null);
  return {
    strokes: [
      ...FORM_NECK,
      ...formPole(hem + 6),
      ...(end === null ? [] : [isLow ? lowSleeve(end) : sleeve(end)]),
      ...skirtStrokes(skirt, hem),
      ...(component === "pencilSkirt" ? sideSlits(styles, hem) : []),
      ...bodice(neckline, end !== null, component === "gownByHand"),
      ...(component === "gownByHand" ? RUCHED : []),
      ...(component === "slipByHand" ? [] : [WAIST_SEAM]),
      ...(component === "slipByHand" ? [] : beltStrokes(styles.belt, 34)),
    ],
    top: 8,
    bottom: 432,
  };
}
