import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import type { StyleKind, StyleName } from "#features/patterns/styles/garment-styles.ts";
import { kindOfStyle } from "#features/patterns/styles/garment-styles.ts";
import { drawBottom } from "./draw-bottom.ts";
import { drawDress } from "./draw-dress.ts";
import { drawShirt } from "./draw-shirt.ts";
import { drawTailored } from "./draw-tailored.ts";
import type { DrawnStyles, GarmentSketch } from "./strokes.ts";

const DRAWERS: Readonly<
  Partial<Record<ComponentName, (component: ComponentName, styles: DrawnStyles) => GarmentSketch>>
> = {
  shirt: drawShirt,
  dartedShirt: drawShirt,
  tShirt: drawShirt,
  jacket: drawTailored,
  blazerByHand: drawTailored,
  waistcoat: drawTailored,
  coat: drawTailored,
  plainCoat: drawTailored,
  dartedCoat: drawTailored,
  chinos: drawBottom,
  trousers: drawBottom,
  wideTrousers: drawBottom,
  pencilSkirt: drawBottom,
  flaredSkirt: drawBottom,
  circleSkirt: drawBottom,
  columnGown: drawDress,
  bodice: drawDress,
  slipByHand: drawDress,
  shirtDressByHand: drawDress,
  gownByHand: drawDress,
};

/** By what is decided: of several styles of a kind the last one. */
export function stylesByKind(styles: readonly StyleName[]): DrawnStyles {
  return Object.fromEntries(styles.map((style) => [kindOfStyle(style), style]));
}

/** The kinds of styles that a drawing of each component shows. Everything else of a garment is told in words. */
const SHOWN: Readonly<Partial<Record<ComponentName, readonly StyleKind[]>>> = {
  shirt: ["collar", "cuff", "front", "length", "sleeve"],
  dartedShirt: ["collar", "cuff", "front", "length", "sleeve"],
  tShirt: ["length", "sleeve"],
  jacket: ["closing", "lapel", "length"],
  blazerByHand: ["closing", "lapel", "length"],
  coat: ["belt", "closing", "lapel", "length"],
  plainCoat: ["belt", "closing", "lapel", "length"],
  dartedCoat: ["belt", "closing", "lapel", "length"],
  chinos: ["pleats", "leg", "leg_hem", "length"],
  trousers: ["pleats", "leg", "leg_hem", "length"],
  wideTrousers: ["pleats", "leg", "leg_hem", "length"],
  pencilSkirt: ["length", "slit"],
  flaredSkirt: ["length"],
  circleSkirt: ["length"],
  columnGown: ["belt", "length", "neckline", "sleeve"],
  bodice: ["belt", "length", "neckline", "sleeve"],
  slipByHand: ["length", "neckline", "sleeve"],
  shirtDressByHand: ["belt", "front", "length", "sleeve"],
  gownByHand: ["belt", "length", "neckline", "sleeve"],
};

/** Slits of the back are not to be seen from the front. */
const NOT_IN_FRONT: readonly StyleName[] = ["slit:back"];

/** Whether a drawing of these components shows the style. */
export function isShown(components: readonly ComponentName[], style: StyleName): boolean {
  const kind = kindOfStyle(style);
  return (
    !NOT_IN_FRONT.includes(style) &&
    components.some((component) => SHOWN[component]?.includes(kind) === true)
  );
}

/** The skirt of a woven dress: what its bodice is sewn to. */
const isSkirtOfDress = (component: ComponentName, components: readonly ComponentName[]) =>
  components.includes("bodice") && component !== "bodice";

/**
 * A garment as it looks with these styles, from the front; null for one that the house has no drawing of. A suit is its trousers under
 * its jacket; a bodice and its skirt are one dress.
 */
export function sketchGarment(
  components: readonly ComponentName[],
  styles: DrawnStyles,
): GarmentSketch | null {
  const skirt = components.find((component) => isSkirtOfDress(component, components));
  const drawn = components.flatMap((component) => {
    if (component === skirt) return [];
    const draw = DRAWERS[component];
    return draw ? [draw(component === "bodice" ? (skirt ?? component) : component, styles)] : [];
  });
  const isWhole = drawn.length === components.length - (skirt ? 1 : 0);
  if (drawn.length === 0 || !isWhole) return null;
  // What is worn below lies behind: trousers under the jacket.
  const sketches = drawn.toSorted((a, b) => b.top - a.top);
  return {
    strokes: sketches.flatMap(({ strokes }) => strokes),
    top: Math.min(...sketches.map(({ top }) => top)),
    bottom: Math.max(...sketches.map(({ bottom }) => bottom)),
  };
}
