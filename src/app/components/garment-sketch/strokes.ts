import type { StyleKind, StyleName } from "#features/patterns/styles/garment-styles.ts";

/**
 * `cloth` is filled and outlined, `ground` only filled, `edge` only outlined; `detail` is a thin line on it, `stand` the tailor's form
 * behind it.
 */
export type StrokeKind = "cloth" | "ground" | "edge" | "detail" | "button" | "stand";

/** A path on a page 300 wide, whose middle is at 150. A mirrored one is drawn on both sides. */
export type Stroke = { readonly kind: StrokeKind; readonly d: string; readonly mirrored: boolean };

/** Strokes from the back to the front, and how much of the page they need. */
export type GarmentSketch = {
  readonly strokes: readonly Stroke[];
  readonly top: number;
  readonly bottom: number;
};

/** How the garment looks, by what is decided; a kind without an entry is drawn as the garment usually has it. */
export type DrawnStyles = Readonly<Partial<Record<StyleKind, StyleName>>>;

/** Heights on the page from the nape to the floor, 2.6 to a centimetre of a person of 168 cm. */
export const LEVELS = {
  shoulder: 54,
  underarm: 104,
  waist: 148,
  hip: 190,
  seat: 216,
  knee: 306,
  floor: 418,
} as const;

export const both = (kind: StrokeKind, d: string): Stroke => ({ kind, d, mirrored: true });
export const once = (kind: StrokeKind, d: string): Stroke => ({ kind, d, mirrored: false });

/** One half of a part that has no seam in the middle: an open line that begins and ends there. */
export const half = (outline: string): readonly Stroke[] => [
  both("ground", `${outline} Z`),
  both("edge", outline),
];

/** A round button. */
export const buttonAt = (x: number, y: number, radius = 2.2): Stroke =>
  once(
    "button",
    `M${x - radius} ${y} a${radius} ${radius} 0 1 0 ${radius * 2} 0 a${radius} ${radius} 0 1 0 ${-radius * 2} 0 Z`,
  );

/** Where a hem lies on the page, by the ordered length. */
const HEMS: Readonly<Partial<Record<StyleName, number>>> = {
  "length:cropped": 172,
  "length:hip": LEVELS.hip,
  "length:seat": LEVELS.seat,
  "length:mid_thigh": 254,
  "length:above_knee": 286,
  "length:knee": LEVELS.knee,
  "length:midi": 356,
  "length:ankle": 398,
  "length:floor": 414,
};

/** The hem of the ordered length, else the garment's usual one. */
export function hemOf({ length }: DrawnStyles, usual: number): number {
  return (length && HEMS[length]) ?? usual;
}

/** The neck of a tailor's form. */
export const FORM_NECK: readonly Stroke[] = [
  once("stand", "M140 46 Q142 32 139 22 L161 22 Q158 32 160 46"),
  once("stand", "M147 22 L147 16 L153 16 L153 22 M150 16 m-3 -3 a3 3 0 1 0 6 0 a3 3 0 1 0 -6 0"),
];

/** The waist of a form that wears a skirt or trousers. */
export const FORM_WAIST: readonly Stroke[] = [
  once("stand", "M118 150 L119 124 Q150 118 181 124 L182 150"),
  once("stand", "M119 124 Q150 130 181 124 M147 120 L147 114 L153 114 L153 120"),
];

/** The pole of the form under a hem, down to its foot on the floor. */
export const formPole = (hem: number): readonly Stroke[] =>
  hem > LEVELS.floor - 20
    ? []
    : [
        once("stand", `M148 ${hem} L148 ${LEVELS.floor} M152 ${hem} L152 ${LEVELS.floor}`),
        once("stand", "M126 424 Q150 410 174 424 Q150 430 126 424 Z"),
      ];
