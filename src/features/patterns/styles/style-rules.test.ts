import fc from "fast-check";
import { expect, test } from "vitest";
import {
  DRAFTABLE_DESIGNS,
  isDraftableDesign,
  patternDesignOf,
} from "#features/patterns/designs/all-designs.ts";
import { validateOptions } from "#features/patterns/drafting/draft-guard.ts";
import type { StyleName } from "./garment-styles.ts";
import {
  isStyleName,
  kindOfStyle,
  STYLE_KINDS,
  stylesOfKind,
  styleText,
} from "./garment-styles.ts";
import { concernsDesign, orderedHeelMm, ruleOfStyle, styleRequestOf } from "./style-rules.ts";

const ALL = STYLE_KINDS.flatMap(stylesOfKind);

test("a style has a kind and a text of its own, and nothing else is a style", () => {
  expect(new Set(ALL.map(styleText)).size).toBe(ALL.length);
  for (const style of ALL) expect(STYLE_KINDS).toContain(kindOfStyle(style));
  expect(styleText("length:knee")).toBe("Length: ends at the knee");
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isStyleName(text)).toBe(ALL.includes(text as StyleName));
    }),
  );
});

test("what a design draws of a style are options that it has, within their ranges", () => {
  for (const design of DRAFTABLE_DESIGNS) {
    expect(isDraftableDesign(design)).toBe(true);
    for (const style of ALL) {
      const { options, targets } = styleRequestOf(design, [style]);
      const known = patternDesignOf(design);
      expect(validateOptions(known, options)).toEqual({ options, faults: [] });
      for (const { measure } of targets) expect(known.lengths[measure]).toBeDefined();
      if (ruleOfStyle(design, style)) expect(concernsDesign(design, style)).toBe(true);
    }
  }
});

test("a band collar has no collar, and a dress without sleeves no sleeve", () => {
  expect([...styleRequestOf("simon", ["collar:band"]).leftOut]).toEqual(["simon.collar"]);
  expect(styleRequestOf("bibi", ["sleeve:none"]).options).toEqual({ sleeves: false });
});

test("a style of a heel has the height that its text says, and a garment without one is for bare feet", () => {
  for (const style of stylesOfKind("heel")) {
    const said = Number(/(\d+) cm/.exec(styleText(style))?.[1] ?? 0);
    expect(orderedHeelMm(["length:floor", style])).toBe(said * 10);
  }
  expect(orderedHeelMm(["length:floor"])).toBe(0);
  expect(concernsDesign("penelope", "heel:high")).toBe(true);
  expect(concernsDesign("noble", "heel:high")).toBe(false);
});
