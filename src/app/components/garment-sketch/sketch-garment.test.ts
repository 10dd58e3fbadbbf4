import { expect, test } from "vitest";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import { COMPONENT_NAMES } from "#features/patterns/designs/pattern-table.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import { STYLE_KINDS, stylesOfKind } from "#features/patterns/styles/garment-styles.ts";
import { isShown, sketchGarment, stylesByKind } from "./sketch-garment.ts";

/** Skirts of a dress stand beside its bodice. */
const garments: (readonly ComponentName[])[] = [
  ...COMPONENT_NAMES.map((name) => [name]),
  ["jacket", "chinos"],
  ["bodice", "pencilSkirt"],
  ["bodice", "circleSkirt"],
];
const drawnWith = (components: readonly ComponentName[], styles: readonly StyleName[]) =>
  JSON.stringify(sketchGarment(components, stylesByKind(styles)));
const isDrawn = (components: readonly ComponentName[], style: StyleName) =>
  isShown(components, style);

test("a garment is drawn, or the house has no drawing of it: ties and what has no design", () => {
  const without = garments.filter((components) => sketchGarment(components, {}) === null);
  expect(without).toEqual([["tie"], ["bowTie"], ["otherByHand"]]);
});

test("two choices of one option that a drawing is said to show differ in it", () => {
  for (const components of garments) {
    for (const kind of STYLE_KINDS) {
      const shown = stylesOfKind(kind).filter((style) => isDrawn(components, style));
      const drawings = shown.map((style) => drawnWith(components, [style]));
      // A garment's usual look may have a name of its own: the lengths count without it.
      const named = drawings.filter((_, index) => !shown[index]?.endsWith(":standard"));
      expect([components, kind, new Set(named).size]).toEqual([components, kind, named.length]);
    }
  }
});

test("a choice that a drawing is not said to show changes no line of it", () => {
  for (const components of garments) {
    const unshown = STYLE_KINDS.flatMap(stylesOfKind).filter(
      (style) => !isDrawn(components, style),
    );
    const usual = drawnWith(components, []);
    const changed = unshown.filter((style) => drawnWith(components, [style]) !== usual);
    expect([components, changed]).toEqual([components, []]);
  }
});

test("every line stays on the page, however long the garment is", () => {
  for (const components of garments) {
    for (const length of stylesOfKind("length")) {
      const sketch = sketchGarment(components, stylesByKind([length]));
      const numbers = (sketch?.strokes ?? []).flatMap(({ d }) =>
        [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
      );
      for (const [x = 0, y = 0] of numbers) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(300);
        expect(y).toBeGreaterThanOrEqual(sketch?.top ?? 0);
      }
    }
  }
});
