import { describe, expect, it } from "vitest";
import { DRAFTABLE_DESIGNS, patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type {
  DraftOptions,
  OptionRange,
  OptionValue,
} from "#features/patterns/designs/pattern-design.ts";
import { stylesOfKind } from "#features/patterns/styles/garment-styles.ts";
import { styleRequestOf } from "#features/patterns/styles/style-rules.ts";
import { cutsBeside, handPartsOf } from "./hand-parts.ts";

const valuesOf = (range: OptionRange | undefined): readonly OptionValue[] => {
  if (range?.kind === "flag") return [false, true];
  if (range?.kind === "list") return range.values;
  if (range?.kind !== "count") return [];
  return Array.from({ length: range.to - range.from + 1 }, (_, index) => range.from + index);
};

/** Every part that a hand part may belong to or be cut like. */
const ALL_DRAWN = ["penelope.waistband", "sandy.waistband"];

const textOf = (design: (typeof DRAFTABLE_DESIGNS)[number], options: DraftOptions) =>
  handPartsOf(design, { drawn: ALL_DRAWN, options })
    .map(({ how, title }) => `${title}: ${how}`)
    .join("\n");

describe.each(DRAFTABLE_DESIGNS)("what is made by hand beside %s", (design) => {
  const { defaults, options } = patternDesignOf(design);

  it("is each part once, whatever its vents", () => {
    for (const value of [undefined, ...valuesOf(options.backVent)]) {
      const chosen = value === undefined ? defaults : { ...defaults, backVent: value };
      const titles = handPartsOf(design, { drawn: ALL_DRAWN, options: chosen }).map(
        ({ title }) => title,
      );
      expect(titles).toEqual([...new Set(titles)]);
    }
  });

  it("says nothing of a vent or slit that the ordered style leaves out", () => {
    const without = [...stylesOfKind("vents"), ...stylesOfKind("slit")].filter((style) =>
      style.endsWith(":none"),
    );
    for (const style of without) {
      const ordered = styleRequestOf(design, [style]).options;
      if (ordered.backVent === undefined) continue;
      expect(textOf(design, { ...defaults, ...ordered })).not.toMatch(/vent|slit/i);
    }
  });
});

it("the lining that is drafted by hand takes the place of the drawn part's own", () => {
  const byHand = handPartsOf("jaeger", { drawn: [], options: { backVent: 0 } });
  const cut = (material: string) => ({ material, cut: 2, mirrored: true, onFold: false });
  const cuts = [cut("fabric"), cut("lining")];
  expect(cutsBeside("jaeger.side", cuts, byHand)).toEqual([cut("fabric")]);
  expect(cutsBeside("jaeger.frontLining", [cut("lining")], byHand)).toEqual([cut("lining")]);
});

it.each([0, 1, 2])(
  "a blazer with %i vents has one lining of back, side and sleeves",
  (backVent) => {
    const titles = handPartsOf("jaeger", { drawn: [], options: { backVent } }).map(
      ({ title }) => title,
    );
    expect(titles.filter((title) => title.endsWith("lining"))).toEqual([
      "Back lining",
      "Side lining",
      "Sleeve lining",
    ]);
  },
);
